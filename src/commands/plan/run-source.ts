import type { RunSource } from "../../model/plan/receipt.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a build server calls the parts of a run's source; the first variable that is set is taken. */
interface Server {
  /** Set on this server, and on no other. */
  readonly mark: string;
  readonly commit: readonly string[];
  readonly branch: readonly string[];
  readonly repository: readonly string[];
  readonly runUrl: (env: Environment) => string | undefined;
}

const SERVERS: readonly Server[] = [
  {
    mark: "GITHUB_ACTIONS",
    commit: ["GITHUB_SHA"],
    branch: ["GITHUB_HEAD_REF", "GITHUB_REF_NAME"],
    repository: ["GITHUB_REPOSITORY"],
    runUrl: (env) =>
      joined(
        env,
        ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID"],
        ([server, repository, run]) => `${server}/${repository}/actions/runs/${run}`,
      ),
  },
  {
    mark: "GITLAB_CI",
    commit: ["CI_COMMIT_SHA"],
    branch: ["CI_COMMIT_REF_NAME"],
    repository: ["CI_PROJECT_PATH"],
    runUrl: ({ CI_JOB_URL, CI_PIPELINE_URL }) => CI_JOB_URL ?? CI_PIPELINE_URL,
  },
  {
    mark: "BITBUCKET_BUILD_NUMBER",
    commit: ["BITBUCKET_COMMIT"],
    branch: ["BITBUCKET_BRANCH", "BITBUCKET_TAG"],
    repository: ["BITBUCKET_REPO_FULL_NAME"],
    runUrl: (env) =>
      joined(
        env,
        ["BITBUCKET_REPO_FULL_NAME", "BITBUCKET_BUILD_NUMBER"],
        ([repository, run]) => `https://bitbucket.org/${repository}/pipelines/results/${run}`,
      ),
  },
  {
    mark: "TF_BUILD",
    commit: ["BUILD_SOURCEVERSION"],
    branch: ["BUILD_SOURCEBRANCH"],
    repository: ["BUILD_REPOSITORY_NAME"],
    runUrl: (env) =>
      joined(
        env,
        ["SYSTEM_COLLECTIONURI", "SYSTEM_TEAMPROJECT", "BUILD_BUILDID"],
        ([collection = "", project = "", run]) =>
          `${collection.replace(/\/$/, "")}/${encodeURIComponent(project)}/_build/results?buildId=${run}`,
      ),
  },
  {
    mark: "JENKINS_URL",
    commit: ["GIT_COMMIT"],
    branch: ["CHANGE_BRANCH", "BRANCH_NAME", "GIT_BRANCH"],
    repository: ["GIT_URL"],
    runUrl: ({ BUILD_URL }) => BUILD_URL,
  },
];

/** Where a run comes from, by the usual variables of the build server that it runs on; nothing elsewhere. */
export function runSourceOf(env: Environment): RunSource | undefined {
  const server = SERVERS.find(({ mark }) => isSet(env[mark]));
  if (server === undefined) return undefined;
  const first = (names: readonly string[]) => names.map((name) => env[name]).find(isSet);
  const found = {
    commit: first(server.commit),
    branch: first(server.branch),
    repository: first(server.repository),
    run_url: server.runUrl(env),
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, text]) => (isSet(text) ? [[key, withoutPassword(text)]] : [])),
  );
}

/** The text that variables make together; none where one of them is missing. */
function joined(
  env: Environment,
  names: readonly string[],
  text: (values: readonly string[]) => string,
): string | undefined {
  const values = names.flatMap((name) => env[name] || []);
  return values.length === names.length ? text(values) : undefined;
}

const isSet = (text: string | undefined): text is string => text !== undefined && text !== "";

/** The address of a clone may carry a token. */
const withoutPassword = (text: string): string => text.replace(/(?<=:\/\/)[^/@]*@/, "");
