import { ownRows, readMarker } from "./marker.mjs";

/**
 * Leaves exactly one comment about this file: the same plan is written over the comment that shows it, another plan
 * becomes a new one at the end of the conversation, and what it replaces goes.
 */
export async function stickComment(github, number, body, about) {
  const comments = ownRows(await github.list(`issues/${number}/comments`), about);
  const { digest } = readMarker(body);
  const same = comments.findLast((comment) => readMarker(comment.body).digest === digest);
  if (same === undefined) await github.post(`issues/${number}/comments`, { body });
  else if (same.body !== body) await github.patch(`issues/comments/${same.id}`, { body });
  for (const comment of comments) {
    if (comment !== same) await github.delete(`issues/comments/${comment.id}`);
  }
}

/** What the pull request's comment approves: its digest, and the plan as far as it is kept there. */
export async function readApproval(github, number, about) {
  const comment = ownRows(await github.list(`issues/${number}/comments`), about).at(-1);
  return comment && readMarker(comment.body);
}
