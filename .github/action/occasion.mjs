import { execFileSync } from "node:child_process";
import { lastApplied } from "./last-applied.mjs";

const NOTHING = /^0+$/;

/** Whether the pull request comes from another repository, whose people may not see this one's secrets. */
export function isFork({ pull_request: pull, repository }) {
  return pull !== undefined && pull.head.repo?.full_name !== repository.full_name;
}

/** What the file is compared with, if anything, and how the page says that. */
export async function baseOf(job) {
  const { inputs } = job;
  if (inputs.base !== "auto") return { base: inputs.base, since: `since ${inputs.base}` };
  const applied = await lastApplied(job);
  return applied === undefined
    ? { base: goesOnto(job), since: "before the first apply" }
    : { base: applied, since: `since the last apply (${applied.slice(0, 7)})` };
}

/**
 * The commit before this change: for a pull request the parent that it is merged into (what is checked out is the
 * result of the merge), for a merge queue what its group goes on top of, for a push what was there before it.
 */
function goesOnto({ inputs, event }) {
  const { pull_request: pull, merge_group: group, before } = event;
  if (pull !== undefined) {
    return revision("HEAD^2", inputs.directory) === pull.head.sha
      ? revision("HEAD^1", inputs.directory)
      : pull.base.sha;
  }
  if (group !== undefined) return group.base_sha;
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

/** The pull request whose merge this push is, if it is one. */
export async function mergedPullRequest({ env, github }) {
  const pulls = await github.list(`commits/${env.GITHUB_SHA}/pulls`);
  return pulls.find(({ merge_commit_sha }) => merge_commit_sha === env.GITHUB_SHA)?.number;
}
