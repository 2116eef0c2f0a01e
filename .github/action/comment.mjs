import { ownRows, readMarker } from "./marker.mjs";

/**
 * Keeps exactly one comment about this file and writes over it: links to it stay good, and nobody gets a mail for each
 * push. What it said before is in GitHub's history of the comment. A further one that somehow came to be is deleted.
 */
export async function keepComment(github, number, body, about) {
  const [comment, ...others] = ownRows(await github.list(`issues/${number}/comments`), about);
  for (const other of others) await github.delete(`issues/comments/${other.id}`);
  if (comment === undefined) await github.post(`issues/${number}/comments`, { body });
  else if (comment.body !== body) await github.patch(`issues/comments/${comment.id}`, { body });
}

/** What the pull request's comment approves: its digest, and the plan as far as it is kept there. */
export async function readApproval(github, number, about) {
  const [comment] = ownRows(await github.list(`issues/${number}/comments`), about);
  return comment && readMarker(comment.body);
}
