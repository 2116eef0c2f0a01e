// Leaves exactly one note about the plan in the merge request, and plan-report.json for its widget.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, CI_JOB_URL, GITLAB_TOKEN } = process.env;
const MARKER = /^<!-- orgform:plan .*-->/;
const NOT_PLANNED = `<!-- orgform:plan -->\n\n### Not planned\n\n[The job's log](${CI_JOB_URL}) says why.\n`;

if (existsSync("plan.json")) {
  const { summary } = JSON.parse(readFileSync("plan.json", "utf8"));
  writeFileSync(
    "plan-report.json",
    JSON.stringify({ create: summary.create, update: summary.update, delete: summary.delete }),
  );
}
if (CI_MERGE_REQUEST_IID) await leaveNote(plan());

/** What the plan's job printed: nothing if there was no plan. */
function plan() {
  const text = existsSync("plan.md") ? readFileSync("plan.md", "utf8") : "";
  return text === "" ? NOT_PLANNED : text;
}

/** One note, written over: links to it stay good. A further one that somehow came to be is deleted. */
async function leaveNote(body) {
  const { id } = await call("GET", "/user");
  const notes = `/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
  const [note, ...others] = (await list(notes)).filter(
    (one) => one.author.id === id && MARKER.test(one.body),
  );
  for (const other of others) await call("DELETE", `${notes}/${other.id}`);
  if (note === undefined) await call("POST", notes, { body });
  else if (note.body.trim() !== body.trim()) await call("PUT", `${notes}/${note.id}`, { body });
}

async function list(path) {
  const rows = [];
  for (let page = 1; ; page += 1) {
    const more = await call("GET", `${path}?per_page=100&page=${page}&sort=asc`);
    rows.push(...more);
    if (more.length < 100) return rows;
  }
}

async function call(method, path, body) {
  const response = await fetch(CI_API_V4_URL + path, {
    method,
    headers: { "private-token": GITLAB_TOKEN, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: "error",
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.status === 204 ? undefined : await response.json();
}
