import { execFileSync } from "node:child_process";

const NOTHING = /^0+$/;

/** Whether the pull request comes from another repository, whose people may not see this one's secrets. */
export function isFork({ pull_request: pull, repository }) {
  return pull !== undefined && pull.head.repo?.full_name !== repository.full_name;
}

/**
 * The file as it was before this change: for a pull request the parent that it is merged into (what is checked out is
 * the result of the merge), for a push what was there before it.
 */
export function baseOf({ inputs, event }) {
  if (inputs.base !== "") return inputs.base;
  const { pull_request: pull, before } = event;
  if (pull !== undefined) {
    return revision("HEAD^2", inputs.directory) === pull.head.sha
      ? revision("HEAD^1", inputs.directory)
      : pull.base.sha;
  }
  return before === undefined || NOTHING.test(before) ? undefined : before;
}

function revision(name, cwd) {
  try {
    return execFileSync("git", ["rev-parse", "--verify", "--quiet", name], {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch {
    return undefined;
  }
}

/** The pull request that a push merged, if it was one. */
export async function mergedPullRequest({ event, env, github }) {
  if (event.pull_request?.merged) return event.pull_request.number;
  const pulls = await github.list(`commits/${env.GITHUB_SHA}/pulls`);
  const merged = pulls.filter(
    ({ merged_at, base }) => merged_at !== null && base.ref === env.GITHUB_REF_NAME,
  );
  const pull = merged.find(({ merge_commit_sha }) => merge_commit_sha === env.GITHUB_SHA) ?? merged.at(-1);
  return pull?.number;
}
