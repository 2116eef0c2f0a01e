/** A fork's pull request can run a workflow of the same name, on a branch of the same name, but not by these events. */
const EVENTS = ["push", "workflow_dispatch"];

/** The commit of the last apply that ended well, by GitHub's own record of runs; undefined before the first one. */
export async function lastApplied(job) {
  return (await lastRun(job, "&status=success"))?.head_sha;
}

/**
 * The last applied commit, for a night. Throws where the last apply did not end well, or has not ended: by an earlier
 * commit, people from whom it took everything would look as if they had just joined.
 */
export async function appliedForNight(job) {
  const run = await lastRun(job, "");
  if (run === undefined) throw new Error("Nothing was applied yet: a night has nothing to give.");
  if (run.conclusion !== "success")
    throw new Error(`The last apply has not ended well (${run.html_url}). No night runs until one does.`);
  return run.head_sha;
}

async function lastRun({ github, inputs, event }, filter) {
  const branch = encodeURIComponent(event.repository.default_branch);
  const runs = `actions/workflows/${inputs.workflow}/runs?branch=${branch}&per_page=1${filter}`;
  try {
    const found = await Promise.all(EVENTS.map((name) => github.find(`${runs}&event=${name}`)));
    const newest = found.flatMap((answer) => answer?.workflow_runs ?? []);
    return newest.sort((a, b) => b.run_number - a.run_number)[0];
  } catch (error) {
    if (error.status !== 403) throw error;
    throw new Error(`${error.message}. The job needs the permission actions: read.`);
  }
}
