import { ownRows, readMarker } from "./marker.mjs";

/** Keeps exactly one open issue about the drift of this file; a further one that somehow came to be is closed. */
export async function openIssue(github, { title, body, about }) {
  const [issue, ...others] = await openIssues(github, about);
  for (const other of others) await closeIssue(github, other, `The same as #${issue.number}.`);
  if (issue === undefined) return void (await github.post("issues", { title, body }));
  if (issue.body !== body) await github.patch(`issues/${issue.number}`, { body });
  if (readMarker(issue.body).digest !== readMarker(body).digest)
    await github.post(`issues/${issue.number}/comments`, {
      body: "It differs in other ways now: see above.",
    });
}

/** Closes what is open about the drift of this file. */
export async function closeIssues(github, about, why) {
  for (const issue of await openIssues(github, about)) await closeIssue(github, issue, why);
}

async function openIssues(github, about) {
  return ownRows(await github.list("issues?state=open&sort=created&direction=asc"), about);
}

async function closeIssue(github, { number }, why) {
  await github.post(`issues/${number}/comments`, { body: why });
  await github.patch(`issues/${number}`, { state: "closed", state_reason: "completed" });
}
