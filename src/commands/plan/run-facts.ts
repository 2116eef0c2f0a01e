import { ApiError } from "../../api/call/api-error.js";
import type { ReadClient } from "../../api/operations.js";
import type { RunFacts } from "../../apply/receipt.js";
import type { Config } from "../../config/config.js";
import type { Actor, ApprovedBy, RunSource } from "../../model/plan/receipt.js";
import { type LiveState, membersOf } from "../../model/state/live-state.js";
import { type CommandContext, isSwitchedOn, sandboxOf } from "../context/context.js";
import { commitOfFiles } from "../git/file-commit.js";
import { filesOf } from "../session/load-desired.js";
import type { MadePlan } from "../session/make-plan.js";
import type { RunSession } from "./run-apply.js";

/** The facts of a run for its receipt, with those that only a receipt that is kept needs. */
export async function runFactsOf(
  session: RunSession,
  { live }: MadePlan,
  approved_by: ApprovedBy,
  keepsReceipt: boolean,
): Promise<Omit<RunFacts, "started_at">> {
  const { context } = session;
  const where = sandboxOf(context);
  const what = where !== undefined && { sandbox: true as const, where };
  if (!keepsReceipt) return { ...what, actor: { user_id: live.user_id }, approved_by };
  const file = await session.file();
  const files = filesOf(file);
  const source = await runSourceOf(context, file);
  const { client } = await session.service();
  const actor = await actorOf(live, client, context.stop);
  return { ...what, files, actor, ...(source && { source }), approved_by };
}

/**
 * The user of the token, with their address: `/me` does not have it, so that it takes a list of members,
 * which one more request gets if the run has read none. The address is missing where that fails.
 */
async function actorOf(live: LiveState, client: ReadClient, signal: AbortSignal): Promise<Actor> {
  const { user_id, workspaces, unmanaged_workspaces } = live;
  const known = workspaces.flatMap(membersOf).find(({ id }) => id === user_id);
  if (known !== undefined) return { user_id, email: known.display_email };
  const [workspace] = [...workspaces, ...unmanaged_workspaces];
  if (workspace === undefined) return { user_id };
  try {
    const { data } = await client.listMembers({ workspace_id: workspace.id, signal });
    const email = data.find(({ id }) => id === user_id)?.email;
    return { user_id, ...(email !== undefined && { email }) };
  } catch (error) {
    if (error instanceof ApiError) return { user_id };
    throw error;
  }
}

/**
 * Templates of variables, `{%NAME}` for an encoded one; the first template whose variables are all set
 * counts.
 */
type Server = Readonly<Record<Exclude<keyof RunSource, "files_changed">, readonly string[]>> & {
  /** A variable that is set on this build server only. */
  readonly mark: string;
};

const SERVERS: readonly Server[] = [
  {
    mark: "GITHUB_ACTIONS",
    commit: ["{GITHUB_SHA}"],
    branch: ["{GITHUB_HEAD_REF}", "{GITHUB_REF_NAME}"],
    repository: ["{GITHUB_REPOSITORY}"],
    run_url: ["{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}"],
  },
  {
    mark: "GITLAB_CI",
    commit: ["{CI_COMMIT_SHA}"],
    branch: ["{CI_COMMIT_REF_NAME}"],
    repository: ["{CI_PROJECT_PATH}"],
    run_url: ["{CI_JOB_URL}", "{CI_PIPELINE_URL}"],
  },
  {
    mark: "BITBUCKET_BUILD_NUMBER",
    commit: ["{BITBUCKET_COMMIT}"],
    branch: ["{BITBUCKET_BRANCH}", "{BITBUCKET_TAG}"],
    repository: ["{BITBUCKET_REPO_FULL_NAME}"],
    run_url: ["https://bitbucket.org/{BITBUCKET_REPO_FULL_NAME}/pipelines/results/{BITBUCKET_BUILD_NUMBER}"],
  },
  {
    mark: "TF_BUILD",
    commit: ["{BUILD_SOURCEVERSION}"],
    branch: ["{BUILD_SOURCEBRANCH}"],
    repository: ["{BUILD_REPOSITORY_NAME}"],
    run_url: ["{SYSTEM_COLLECTIONURI}/{%SYSTEM_TEAMPROJECT}/_build/results?buildId={BUILD_BUILDID}"],
  },
  {
    mark: "JENKINS_URL",
    commit: ["{GIT_COMMIT}"],
    branch: ["{CHANGE_BRANCH}", "{BRANCH_NAME}", "{GIT_BRANCH}"],
    repository: ["{GIT_URL}"],
    run_url: ["{BUILD_URL}"],
  },
];

/**
 * The source of a run: by the usual variables of the build server that it runs on, elsewhere the commit that git has its
 * files from; nothing where there is neither.
 */
async function runSourceOf(context: CommandContext, config: Config): Promise<RunSource | undefined> {
  const source = sourceOnServer(context.env);
  if (source !== undefined) return source;
  const commit = await commitOfFiles(context, config);
  return commit && { commit: commit.commit, ...(commit.isEdited && { files_changed: true }) };
}

/** The source by the variables of a build server; nothing elsewhere. */
export function sourceOnServer(env: CommandContext["env"]): RunSource | undefined {
  const server = SERVERS.find(({ mark }) => isSwitchedOn(env[mark]));
  if (server === undefined) return undefined;
  const { mark: _, ...templates } = server;
  return Object.fromEntries(
    Object.entries(templates).flatMap(([key, list]) => {
      const isAddress = key === "repository" || key === "run_url";
      const text = list.map((template) => filled(template, env, isAddress)).find((one) => one !== undefined);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

/** A template with the values of its variables; none where one of them is missing. */
function filled(template: string, env: CommandContext["env"], isAddress: boolean): string | undefined {
  let isComplete = true;
  const text = template.replace(/\{(%?)(\w+)\}(\/?)/g, (_, encoded: string, name: string, slash: string) => {
    const value = withoutSecrets(env[name] ?? "", isAddress);
    isComplete &&= value !== "";
    return (
      (encoded === "" ? value : encodeURIComponent(value)).replace(slash === "" ? "" : /\/$/, "") + slash
    );
  });
  return isComplete ? text : undefined;
}

/** Origin and path of an address: all else in it may hold secrets. A branch may look like these. */
function withoutSecrets(value: string, isAddress: boolean): string {
  if (value.includes("://")) {
    if (!URL.canParse(value)) return "";
    const { protocol, host, pathname } = new URL(value);
    return `${protocol}//${host}${pathname.replace(PARAMETERS, "")}`;
  }
  return isAddress
    ? value
        .replace(/[?#].*$/s, "")
        .replace(PARAMETERS, "")
        .replace(/^.*@/s, "")
    : value;
}

/** The parameters of a path after a semicolon, such as the id of a session. */
const PARAMETERS = /;[^/]*/g;
