import { closeIssues, openIssue } from "./issue.mjs";
import { withMarker } from "./marker.mjs";

/** What the exit codes mean of a comparison that there is. */
const OUTCOMES = { 0: "ok", 2: "differences", 3: "refused" };
const DIGEST = /^<!-- orgform:plan organization=\S* digest=([0-9a-f]{64}) -->/;

/**
 * Compares, and keeps one issue for as long as there is drift, or an expectation that does not hold, which makes the
 * job red as well. A run that could not compare leaves the issue alone.
 */
export async function drift(job) {
  const { inputs, github, orgform, runner, runUrl, about } = job;
  const { exitCode, stdout } = await orgform.run(
    "drift",
    "--format=markdown",
    `--out=${orgform.product("drift.json")}`,
    ...inputs.arguments,
  );
  const markdown = stdout === "" ? undefined : orgform.write("drift.md", stdout);
  const outcome = markdown === undefined ? undefined : OUTCOMES[exitCode];
  runner.output("outcome", outcome ?? "error");
  await runner.summary(markdown ?? "### Not compared\n\nThe job's log says why.");
  if (outcome === undefined) return exitCode || 1;
  runner.output("markdown", orgform.product("drift.md"));
  const mine = about("drift");
  if (exitCode === 0) {
    await closeIssues(github, mine, `The live organization is as the file says again ([log](${runUrl})).`);
    return 0;
  }
  const body = withMarker(`${markdown}\n<sub>Seen last in [this run](${runUrl}).</sub>\n`, {
    ...mine,
    digest: DIGEST.exec(markdown)?.[1],
  });
  await openIssue(github, { title: `Drift from ${inputs.files.join(", ")}`, body, about: mine });
  runner.warning("The live organization is not as the file says: the issue has what differs.");
  return outcome === "refused" ? exitCode : 0;
}
