import { workspaceOf } from "../model/address.js";
import type { Plan } from "../model/plan.js";
import { planDigest } from "../plan/digest.js";
import type { Approval } from "../tui/ask-approval.js";
import { type CommandContext, isInteractive } from "./context.js";
import { halt } from "./halt.js";
import { readJson } from "./read-json.js";
import { isAccessChange, isArrival, isGuard, isListOf, isResourceChange } from "./recorded-change.js";

/** What an approval given beforehand says: a digest, and (from a plan file) what exactly was approved. */
export interface GivenApproval {
  readonly digest: string;
  readonly approved: ApprovedPlan | undefined;
}

/** As much of a plan file as an approval needs. */
export interface ApprovedPlan {
  readonly resource_changes: Plan["resource_changes"];
  readonly access_changes: Plan["access_changes"];
  readonly arrivals: Plan["arrivals"];
  /** Left out where whoever kept the plan cannot vouch for them. */
  readonly guards?: Plan["guards"];
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
    throw halt("error", "usage", "--approve and the plan file disagree", detail);
  }
  return { digest: approved.plan_digest, approved };
}

const MAKE_ONE = "Write one with `orgform plan --out plan.json`.";

/** Reads a file that `plan --out` or `plan --format json` wrote, as far as an approval needs it. */
async function readPlanFile(path: string): Promise<ApprovedPlan & Pick<Plan, "plan_digest" | "outcome">> {
  const plan = (await readJson(path, "plan file", MAKE_ONE)) as Partial<Plan> | null;
  const isPlan =
    typeof plan?.plan_digest === "string" &&
    isListOf(plan.resource_changes, isResourceChange) &&
    isListOf(plan.access_changes, isAccessChange) &&
    isListOf(plan.arrivals, isArrival) &&
    (plan.guards === undefined || isListOf(plan.guards, isGuard)) &&
    plan.format_version === "1.0";
  if (!isPlan) {
    throw halt("error", "usage", `${path} is no plan file of this version`, MAKE_ONE);
  }
  const { organization, resource_changes, access_changes, arrivals } = plan as Plan;
  if (planDigest(String(organization?.id), resource_changes, access_changes, arrivals) !== plan.plan_digest) {
    const detail =
      "Somebody changed it, or wrote another digest into it. Make a new one with `orgform plan --out`.";
    throw halt("error", "usage", `${path} does not hold the plan that its digest is of`, detail);
  }
  return plan as Plan; // Only what was checked above is used.
}

/** The names of workspaces that the plan archives and nobody has named yet. */
export function unnamedArchives(plan: Plan): readonly string[] {
  return plan.guards
    .filter(({ code, refused }) => code === "archive-unnamed" && refused)
    .flatMap(({ addresses }) => addresses.map((address) => workspaceOf(address)));
}

/** Asks the person at the terminal; without one there is nobody to ask, and nothing is written. */
export async function ask(context: CommandContext, plan: Plan, planText: string): Promise<Approval> {
  if (!isInteractive(context)) {
    const detail =
      "There is no terminal to ask on. Approve beforehand: `apply plan.json` with a saved plan, `--approve DIGEST` with the digest that a plan shows, or `--auto-approve`.";
    throw halt("refused", "usage", "Nobody approved this plan", detail);
  }
  const { askApproval } = await import("../tui/ask-approval.js");
  const { stdin, stdout, stop: signal } = context;
  return await askApproval(plan, { stdin, stdout, planText, archiveNames: unnamedArchives(plan), signal });
}
