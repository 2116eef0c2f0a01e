import { workspaceOf } from "../../model/address.js";
import { finding } from "../../model/diagnostic.js";
import { refusalsIn } from "../../model/plan/finding.js";
import type { Plan, PlanDocument } from "../../model/plan/plan.js";
import type { Approval } from "../../tui/ask-approval.js";
import { shellWord } from "../../util/escape.js";
import { CommandError, usageError } from "../context/command-error.js";
import { type CommandContext, isInteractive } from "../context/context.js";
import { notAsSaid, parsedJson, readText } from "../documents/read-json.js";

/** An approval given beforehand: a digest, and (from a plan file) the approved content. */
export interface GivenApproval {
  readonly digest: string;
  readonly approved: PlanDocument | undefined;
}

/** Reads the approval that the command line carries, if any. */
export async function readApproval(
  planFile: string | undefined,
  digest: string | undefined,
): Promise<GivenApproval | undefined> {
  if (planFile === undefined) return digest === undefined ? undefined : { digest, approved: undefined };
  const approved = await readPlanFile(planFile);
  if (digest !== undefined && digest !== approved.plan_digest) {
    const detail = "Give one of the two, or the digest that the file carries.";
    throw usageError("--approve and the plan file disagree", detail);
  }
  return { digest: approved.plan_digest, approved };
}

/** Reads a file that `plan --out` or `plan --format json` wrote. */
async function readPlanFile(path: string): Promise<PlanDocument> {
  if (/\.ya?ml$/i.test(path)) {
    const detail = `\`orgform apply -f ${shellWord(path)}\` plans and applies it; the argument without -f is a plan that \`orgform plan --out\` wrote.`;
    throw usageError(`${path} is a file of workspaces, and not a plan`, detail);
  }
  const how = "Write one with `orgform plan --out plan.json`.";
  const whole = parsedJson(await readText(path, how));
  if (whole === undefined) throw usageError(`${path} is not a plan file`, how);
  const { checkPlan } = await import("../documents/check-document.js");
  // An apply makes the plan again and compares digests. Here the digest only has to belong to this content.
  const checked = checkPlan(whole);
  if ("document" in checked) return checked.document;
  const summary = `${path} is not a plan file that this version can read`;
  throw notAsSaid(path, checked, how) ?? usageError(summary, `${checked.problem} ${how}`);
}

/** The live names of workspaces that the plan archives and nobody has named yet. */
export function unnamedArchives(plan: Plan): readonly string[] {
  const names = new Map(plan.workspaces.map(({ address, name }) => [address, name]));
  return refusalsIn(plan)
    .filter(({ code }) => code === "archive-unnamed")
    .flatMap(({ refuses }) => refuses.addresses.map((address) => names.get(address) ?? workspaceOf(address)));
}

/** The reason why a plan that needs a question is not carried out where none can be asked. */
export const UNAPPROVED = finding(
  "usage",
  "Nobody approved this plan",
  "orgform asks on a terminal only, and not with --format json. Approve beforehand: `apply plan.json` with a saved plan, `--approve DIGEST` with the digest that `plan --out FILE` shows, or `--auto-approve`.",
);

/** Asks the person at the terminal; without a terminal the command ends, and nothing is written. */
export async function ask(context: CommandContext, plan: Plan, planText: string): Promise<Approval> {
  if (!isInteractive(context)) throw new CommandError("refused", [UNAPPROVED]);
  const { askApproval } = await import("../../tui/ask-approval.js");
  const { stdin, stdout, stop: signal } = context;
  return await askApproval(plan, { stdin, stdout, planText, archiveNames: unnamedArchives(plan), signal });
}
