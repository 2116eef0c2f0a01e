import { baseOf, isFork } from "./occasion.mjs";

/** What stands in a pull request when there is no plan: never "no changes". */
const FORK =
  "This pull request comes from a fork, and forks get no secrets. A maintainer can plan it from a branch of this repository.";
const NO_TOKEN = "There is no `ORGFORM_TOKEN` in the job's environment.";
const FAILED = "The errors are in the job's log, and those of the file at its lines.";

/**
 * The plan as Markdown and as its document, for a pull request or a push, with the exit code that it means for the job.
 * Without a document it was not planned, and the Markdown says why.
 */
export async function makePlan(job) {
  const { inputs, event, env, orgform } = job;
  // A fork's file is never planned with a token, whatever the event: the file says where the token is sent.
  if (isFork(event)) return await notPlanned(job, FORK, 0);
  if ((env.ORGFORM_TOKEN ?? "") === "") return await notPlanned(job, NO_TOKEN, 1);
  const { base, since } = await baseOf(job);
  const { exitCode, stdout } = await orgform.run(
    "plan",
    "--format=markdown",
    `--out=${orgform.product("plan.json")}`,
    ...(base === undefined ? [] : [`--base=${base}`]),
    ...inputs.arguments,
  );
  const json = orgform.read("plan.json");
  if (json === undefined) return await notPlanned(job, FAILED, exitCode || 1, stdout);
  orgform.write("plan.md", stdout);
  const document = JSON.parse(json);
  annotate(job, document);
  return { markdown: stdout, document, base, since, exitCode };
}

/** Reports that there is no plan, and why: in `page` if orgform ran, and otherwise in one sentence. */
async function notPlanned(job, why, exitCode, page = "") {
  await validate(job);
  job.runner.warning(`Not planned. ${why}`);
  const markdown = page || `### Not planned\n\n${why}\n`;
  return { markdown, exitCode };
}

/** What can be said of the file without a token, each finding at its line. */
async function validate({ inputs, orgform, runner }) {
  const variables = inputs.arguments.filter((argument) => argument.startsWith("--var="));
  await orgform.run("validate", "--format=json", `--out=${orgform.product("validate.json")}`, ...variables);
  for (const diagnostic of JSON.parse(orgform.read("validate.json") ?? "{}").diagnostics ?? [])
    runner.annotate(diagnostic);
}

function annotate({ runner }, { diagnostics, guards }) {
  for (const diagnostic of diagnostics) runner.annotate(diagnostic);
  for (const { refused, message, override } of guards) {
    if (refused)
      runner.error(
        `Refused: ${message}${override === undefined ? "" : ` (to allow exactly this: ${override})`}`,
      );
  }
}
