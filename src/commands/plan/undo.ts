import type { Client } from "../../api/operations.js";
import { duplicateWorkspaces } from "../../live/duplicates.js";
import { toDesiredState } from "../../live/export/to-desired.js";
import { readLiveState } from "../../live/read-live-state.js";
import type { VisibleWorkspace } from "../../live/visible-workspaces.js";
import {
  type Address,
  ancestorAddress,
  attributeAddress,
  groupAddress,
  memberAddress,
  parseRulePath,
  workspaceOf,
} from "../../model/address.js";
import type { Outcome, Plan } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { DEFAULT_LIMITS, type DesiredState, stricterLimits } from "../../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import { createPlan } from "../../plan/create-plan.js";
import type { FileFacts, PlanOptions } from "../../plan/inputs.js";
import { createPlanner } from "../../plan/planner.js";
import { undoOf, type WayBack } from "../../plan/undo/undo.js";
import { readApproval } from "../documents/approval.js";
import { exists } from "../documents/exists.js";
import { printPlan } from "../documents/print-plan.js";
import { readReceipt } from "../documents/read-receipt.js";
import { type CommandError, fail } from "../session/command-error.js";
import { connect } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { defaultFile } from "../session/default-file.js";
import { type LoadedFile, loadDesired } from "../session/load-desired.js";
import { type MadePlan, planOptionsOf } from "../session/make-plan.js";
import type { FileOptions } from "../session/options.js";
import { readShowingProgress } from "../session/progress.js";
import { type ApprovalOptions, approveAndRun } from "./approve-and-run.js";

/** Options of `undo`. */
export type UndoOptions = FileOptions &
  ApprovalOptions & { readonly receiptFile: string; readonly approve?: string; readonly dryRun?: boolean };

/** What the file says about guards; an undo without a file has those that the apply had. */
type Guards = Pick<DesiredState, "service" | "protect" | "limits" | "expect">;

/** `orgform undo`: the way back from what an apply recorded, as a plan of its own with its own guards. */
export async function undo(context: CommandContext, asked: UndoOptions): Promise<Outcome> {
  const options: UndoOptions = { ...asked, isUndo: true };
  const receipt = await readReceipt(options.receiptFile);
  const approval = await readApproval(undefined, options.approve);
  // A file that is not valid may hold guards: it is not the same as none.
  const hasFile = options.file !== undefined || (await exists(defaultFile()));
  const file = hasFile ? await loadDesired(context, options) : undefined;
  const guards = file?.desired ?? guardsOf(receipt);
  const { organization } = receipt;
  if (file !== undefined && file.desired.organization.id !== organization.id)
    throw otherOrganization(file.desired.organization.id, organization.id);
  const connection = await connect(context, options, { organization, service: guards.service });
  const planWith = async (archives: readonly string[]) => {
    const allowArchive = [...(options.allowArchive ?? []), ...archives];
    const planOptions: PlanOptions = {
      ...(await planOptionsOf(context, { ...options, allowArchive })),
      purpose: "undo",
      ...(file === undefined ? {} : { file: rulesIn(file) }),
    };
    const recorded = { receipt, guards, file: file?.desired };
    return await planBack(context, options, connection.client, recorded, planOptions);
  };
  try {
    const made = await planWith([]);
    const { plan } = made;
    if (options.dryRun !== true) {
      const outcome = await approveAndRun(
        context,
        options,
        { ...made, again: planWith, approval, guards },
        connection,
      );
      if (outcome === "ok" && plan.applyable && file !== undefined) context.stderr.write(STILL_IN_FILE);
      return outcome;
    }
    await printPlan(context, options, plan);
    return plan.outcome;
  } finally {
    await connection.close();
  }
}

/** A receipt may come from anywhere, so that its guards are beside the defaults, and never instead of them. */
function guardsOf({ guards }: Receipt): Guards {
  const limits = stricterLimits(guards?.limits ?? DEFAULT_LIMITS, DEFAULT_LIMITS);
  return { service: {}, protect: guards?.protect ?? [], limits, expect: [] };
}

/** What a receipt calls a workspace is that one's name, or what the file calls the one with this id: nothing else is believed. */
function assertSameWorkspaces(
  { workspaces = {} }: Receipt,
  { workspaces: live }: LiveState,
  file: DesiredState | undefined,
): void {
  for (const [name, id] of Object.entries(workspaces)) {
    const found = live.find((workspace) => workspace.id === id);
    const isPinned = file?.workspaces.some((workspace) => workspace.name === name && workspace.id === id);
    if (found === undefined || found.name === name || isPinned) continue;
    const detail = `The receipt means the workspace ${id}, which is called ${found.name} now. If that is the right one, give the file that calls it ${name} and pins it by this id with -f.`;
    throw fail("refused", "other-workspace", `What the receipt calls ${name} is ${found.name}`, detail);
  }
}

/** Its guards would be those of other people, and its service may be another one. */
function otherOrganization(id: string, recorded: string): CommandError {
  const detail = `The file is for ${id}, the receipt for ${recorded}. Name the file of the same organization with -f.`;
  return fail("refused", "wrong-organization", "The file is of another organization", detail);
}

/** What was done, and what holds for taking it back. */
interface Recorded {
  readonly receipt: Receipt;
  readonly guards: Guards;
  readonly file: DesiredState | undefined;
}

/** Where its rules stand: what is taken back is another matter than what the file wants. */
function rulesIn({ config }: LoadedFile): FileFacts {
  return {
    diagnostics: [],
    locate: (address) => (parseRulePath(address) === undefined ? undefined : config.locate(address)),
  };
}

async function planBack(
  context: CommandContext,
  options: UndoOptions,
  client: Client,
  { receipt, guards, file }: Recorded,
  planOptions: PlanOptions,
): Promise<MadePlan> {
  const names = new Set(receipt.changes.map(({ address }) => workspaceOf(address)));
  const ids = new Map(Object.entries(receipt.workspaces ?? {}));
  const back = (asItLives: LiveState): WayBack & { readonly base: DesiredState } => {
    const live = withNamesOf(receipt, asItLives);
    const { protect, limits, expect } = guards;
    // There is no file before this one: what lives is what it is compared with, under the same rules.
    const base = {
      ...pinned(toDesiredState(live, guards.service, rolesOf(live)), live),
      protect,
      limits,
      expect,
    };
    return { ...undoOf(base, receipt, idsIn(live)), base };
  };
  const needs = (live: LiveState): readonly ReadNeed[] => {
    assertSameWorkspaces(receipt, live, file);
    const spoken = needsOf(receipt, withNamesOf(receipt, live));
    if (spoken.length > 0) return spoken;
    const { desired, base } = back(live);
    return createPlanner(desired, { ...planOptions, base }).needs(live);
  };
  // What is not there any more is said change by change.
  const selection = (visible: readonly VisibleWorkspace[]) => {
    const byName = visible.filter(({ name }) => names.has(name) && !ids.has(name));
    const known = new Set(ids.values());
    return {
      managed: visible.filter((workspace) => known.has(workspace.id) || byName.includes(workspace)),
      problems: duplicateWorkspaces(byName),
    };
  };
  const live = await readShowingProgress(context, options, client, () =>
    readLiveState(client, {
      organizationId: receipt.organization.id,
      selection,
      needs,
      signal: context.stop,
    }),
  );
  const { desired, warnings, base } = back(live);
  const plan = createPlan(desired, live, { ...planOptions, base });
  return { plan: asWayBack({ ...plan, warnings: [...warnings, ...plan.warnings] }), live };
}

/** The plan without what it says of a file and its base: here these are what lives and what lived. */
function asWayBack(plan: Plan): Plan {
  return {
    ...plan,
    resource_changes: plan.resource_changes.map(({ origin: _, since_base: __, action_reason, ...change }) =>
      action_reason === undefined || change.change.after === null ? change : { ...change, action_reason },
    ),
  };
}

const STILL_IN_FILE =
  "What was taken back still stands in the file: change that as well, or the next apply does it again.\n";

/** The groups and attributes that live, by where they stand. */
function idsIn({ workspaces }: LiveState): ReadonlyMap<Address, string> {
  return new Map(
    workspaces.flatMap(({ name, groups, attributes }) => [
      ...groups
        .filter(({ is_all_users }) => !is_all_users)
        .map((group) => [groupAddress(name, group.name), group.id] as const),
      ...attributes.map((attribute) => [attributeAddress(name, attribute.name), attribute.id] as const),
    ]),
  );
}

/** Workspaces under the names that the receipt has for them. */
function withNamesOf({ workspaces = {} }: Receipt, live: LiveState): LiveState {
  const names = new Map(Object.entries(workspaces).map(([name, id]) => [id, name]));
  return {
    ...live,
    workspaces: live.workspaces.map((workspace) => ({
      ...workspace,
      name: names.get(workspace.id) ?? workspace.name,
    })),
  };
}

/** By id, since the names are those of the receipt. */
function pinned(desired: DesiredState, named: LiveState): DesiredState {
  const ids = new Map(named.workspaces.map(({ name, id }) => [name, id]));
  const workspaces = desired.workspaces.map((workspace) => {
    const id = ids.get(workspace.name);
    return id === undefined ? workspace : { ...workspace, id };
  });
  return { ...desired, workspaces };
}

/** What the receipt speaks of: who is there, what every touched group sets, and own values that were changed. */
function needsOf(receipt: Receipt, live: LiveState): readonly ReadNeed[] {
  const touched = new Set(receipt.changes.map(({ address }) => ancestorAddress(address, 3)));
  return live.workspaces.flatMap(({ id: workspace_id, name, members, invites, groups }): ReadNeed[] => [
    ...(members === undefined ? [{ need: "members", workspace_id } as const] : []),
    ...(invites === undefined ? [{ need: "invites", workspace_id } as const] : []),
    ...groups
      .filter((group) => group.values === undefined)
      .filter((group) => group.is_all_users || touched.has(groupAddress(name, group.name)))
      .map(({ id: group_id }) => ({ need: "group_values", workspace_id, group_id }) as const),
    ...(members ?? [])
      .filter((member) => member.own_values === undefined)
      .filter(({ email }) => touched.has(memberAddress(name, email)))
      .map(({ id: user_id }) => ({ need: "own_values", workspace_id, user_id }) as const),
  ]);
}

/** Roles are not taken back, so any that lives may stand in the description. */
function rolesOf(live: LiveState): readonly string[] {
  return live.workspaces.flatMap(({ members = [], invites = [] }) =>
    [...members, ...invites].map(({ role }) => role),
  );
}
