const RUNNER = /^(INPUT_|ACTIONS_|GITHUB_TOKEN$|GH_TOKEN$)/;

/** The environment without what is the runner's secret, and without orgform's own unless the program is orgform. */
export function withoutSecrets(env, { keepOrgform }) {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !RUNNER.test(name) && (keepOrgform || !name.startsWith("ORGFORM_")),
    ),
  );
}
