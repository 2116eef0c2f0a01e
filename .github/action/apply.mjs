import { writeFileSync } from "node:fs";
import { readApproval } from "./comment.mjs";
import { makePlan } from "./make-plan.mjs";
import { baseOf, mergedPullRequest } from "./occasion.mjs";

const REFUSED = 3;
const STALE = 4;
const OUTCOMES = { 0: "ok", 3: "refused", 4: "stale", 5: "partial", 130: "interrupted", 143: "interrupted" };

const UNSEEN = "No merged pull request shows a plan for this: nobody has approved it.";
const REFUSES = "A guard refuses the plan.";
const PART =
  "Applied, but not the whole file: this run ends red, so that its commit is not taken for the last applied one. No night runs until the whole file was applied.";
const CHANGED = "The plan is no longer the one that was reviewed.";

/** Applies what the merged pull request showed, or what a person's digest approves, and nothing else. */
export async function apply(job) {
  const approval = await findApproval(job);
  const exitCode =
    approval?.digest === undefined ? await refuse(job, UNSEEN, REFUSED) : await applyApproved(job, approval);
  job.runner.output("outcome", OUTCOMES[exitCode] ?? "error");
  if (exitCode !== 0 || !job.inputs.arguments.some((argument) => argument.startsWith("--workspace")))
    return exitCode;
  job.runner.error(PART);
  return 1;
}

async function findApproval({ inputs, env, github, about }) {
  if (inputs.digest !== "auto") return { digest: inputs.digest };
  const number = await mergedPullRequest({ env, github });
  return number === undefined ? undefined : await readApproval(github, number, about("plan"));
}

async function applyApproved(job, { digest, approved }) {
  const { inputs, orgform, runner } = job;
  const { base } = await baseOf(job);
  const planFile = approved?.plan_digest === digest ? [orgform.product("approved.json")] : [];
  for (const path of planFile) writeFileSync(path, JSON.stringify(approved), { mode: 0o600 });
  const { exitCode, stderr } = await orgform.run(
    "apply",
    ...planFile,
    `--approve=${digest}`,
    `--receipt=${orgform.product("receipt.jsonl")}`,
    ...(base === undefined ? [] : [`--base=${base}`]),
    ...inputs.arguments,
  );
  if (exitCode === STALE) return await refuse(job, `${CHANGED}\n\n${fenced(stderr)}`, STALE);
  if (exitCode === REFUSED) return await refuse(job, REFUSES, REFUSED);
  const receipt = orgform.read("receipt.jsonl");
  if (receipt === undefined) {
    const isDone = exitCode === 0;
    await runner.summary(
      isDone
        ? "### Nothing to apply\n\nThe organization is as the file says."
        : "### Not applied\n\nThe job's log says why.",
    );
    return exitCode;
  }
  const shown = await orgform.run("show", orgform.product("receipt.jsonl"), "--format=markdown");
  if (shown.exitCode !== 0) throw new Error("the receipt cannot be read: the job's log says why");
  runner.output("receipt", orgform.product("receipt.jsonl"));
  await runner.summary(`### Apply: ${OUTCOMES[exitCode] ?? "error"}\n\n${shown.stdout}`);
  return exitCode;
}

/**
 * Shows what would be applied now, and how a person who has looked at it approves exactly that. Where nothing is left
 * to do, as when an apply is run again, there is nothing to refuse.
 */
async function refuse(job, why, exitCode) {
  const { runner } = job;
  const { markdown, document, base, exitCode: planned } = await makePlan(job);
  if (document !== undefined && planned === 0 && isEmpty(document)) {
    await runner.summary(markdown);
    return 0;
  }
  runner.error(`Not applied. ${why.split("\n", 1)[0]} The job's summary shows what would be applied now.`);
  await runner.summary(`### Not applied\n\n${why}\n\n${markdown}`);
  if (document?.applyable) {
    const inputs = [
      `digest \`${document.plan_digest}\``,
      ...(base === undefined ? [] : [`base \`${base}\``]),
    ];
    await runner.summary(
      `To apply this plan instead, run the workflow by hand with ${inputs.join(" and ")}.`,
    );
    runner.output("digest", document.plan_digest);
  }
  return document === undefined ? planned : exitCode;
}

/** Also of what is no write: a night would give people who join what the file says, and the next run trusts its rules. */
const isEmpty = ({ summary, rules_changed: rules = [], adopted = [] }) =>
  summary.create +
    summary.update +
    summary.delete +
    summary.access.arriving +
    rules.length +
    adopted.length ===
  0;

/** Text as it is, in a fence that nothing in it can close. */
function fenced(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text.trim()}\n${fence}`;
}
