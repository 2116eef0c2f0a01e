import { isNameReused } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { liveResourcesOf } from "../../kinds/resources.js";
import { type Address, namesInAddress, workspaceOf } from "../../model/address.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import { asFindings, type PlanFinding } from "../../model/plan/finding.js";
import type { Receipt, ReceiptChange } from "../../model/plan/receipt.js";
import { RESOURCE_KINDS } from "../../model/resource-kind.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import { groupBy } from "../../util/collections.js";
import { own } from "../../util/record.js";
import { type PresentChange, type PresentNames, presentNames, withPresentNames } from "./present-names.js";
import { ARCHIVED, isAsBefore, takeBack } from "./take-back.js";
import { desiredOf, undoStateOf } from "./undo-state.js";

/** The state that leads back from what a receipt says was done, and what is not taken back. */
interface Undo {
  /** The workspaces, each with only the things that are undone. */
  readonly workspaces: readonly DesiredWorkspace[];
  readonly findings: readonly PlanFinding[];
  /** Changes that are taken back although their outcome is unknown. */
  readonly doubtful: readonly Address[];
}

/**
 * Takes back the changes of a receipt that were done, where the thing still is as the run left it: newest first, things
 * before what they hang on, and deleted things before what hung on them. What was sent and may have happened is left alone
 * unless `includesInDoubt`. Pure.
 */
export function undoOf(receipt: Receipt, live: LiveState, includesInDoubt = false): Undo {
  const found = foundIn(receipt, live);
  const names = presentNames(
    receipt,
    found.flatMap(({ things }) => things),
  );
  const changes = withPresentNames(receipt, names);
  const changesIn = groupBy(changes, ({ address }) => workspaceOf(address));
  const states = new Map(
    found.map(({ name, workspace, things }) => [
      name,
      undoStateOf(name, workspace, things, changesIn.get(name) ?? []),
    ]),
  );
  const warnings: Diagnostic[] = [];
  const doubtful: Address[] = [];
  let included: Undo | undefined;
  for (const change of inOrderOfReturn(changes)) {
    const { address, kind } = change;
    const state = states.get(workspaceOf(address));
    const isDoubtful = change.outcome === "unknown" && !(state !== undefined && isAsBefore(state, change));
    if (isDoubtful && !includesInDoubt) {
      included ??= undoOf(receipt, live, true);
      warnings.push(inDoubt(change, included));
      continue;
    }
    const fields =
      state === undefined ? gone(change) : (notOurs(change, receipt, names) ?? takeBack(state, change));
    if (typeof fields === "string") {
      warnings.push(warningOf("unsupported", `${NOT_TAKEN_BACK}${fields}`, address));
      continue;
    }
    if (isDoubtful) doubtful.push(address);
    state?.desired.set(address, { kind, fields });
  }
  return {
    workspaces: [...states.values()].map(desiredOf),
    findings: asFindings("plan", warnings),
    doubtful,
  };
}

const NOT_TAKEN_BACK = "not taken back: ";

/** A change in doubt; its advice names the flag only where an undo with it takes the change back. */
function inDoubt({ address }: ReceiptChange, { doubtful, findings }: Undo): Diagnostic {
  const isTakenBack = doubtful.includes(address);
  const reason = findings.find((finding) => finding.address === address)?.summary;
  const advice = isTakenBack
    ? `With --allow in-doubt it is taken back as if the run had done it.`
    : `An undo cannot take it back: ${reason?.replace(NOT_TAKEN_BACK, "") ?? "nothing is left of it"}. If the run did it, take it back there.`;
  return {
    severity: "warning",
    code: "in-doubt",
    summary:
      "not taken back: the run sent this, and nobody knows whether it happened or somebody else did it",
    detail: `Look at it in the product. ${advice}`,
    address,
  };
}

/** The names that a receipt has for the workspaces that were changed. */
export function workspacesIn({ changes }: Receipt): readonly string[] {
  return [...new Set(changes.map(({ address }) => workspaceOf(address)))];
}

/** The live workspace that a receipt calls so: by its recorded id, or else by name. */
function liveOf(name: string, { workspaces }: Receipt, live: LiveState): LiveWorkspace | undefined {
  const id = own(workspaces, name);
  return live.workspaces.find((workspace) =>
    id === undefined ? workspace.name === name : workspace.id === id,
  );
}

/** The workspaces of a receipt that exist, with the things in them by its name for the workspace. */
export const foundIn = (receipt: Receipt, live: LiveState): readonly FoundWorkspace[] =>
  workspacesIn(receipt).flatMap((name) => {
    const workspace = liveOf(name, receipt, live);
    return workspace === undefined ? [] : [{ name, workspace, things: liveResourcesOf(workspace, name) }];
  });

interface FoundWorkspace {
  readonly name: string;
  readonly workspace: LiveWorkspace;
  readonly things: readonly LiveResource[];
}

/** Kinds that others need come back first and go last. */
function inOrderOfReturn(changes: readonly PresentChange[]): readonly PresentChange[] {
  const byAction = groupBy(
    changes.filter(({ outcome }) => outcome === "done" || outcome === "unknown"),
    ({ action, kind }) => `${action === "delete" ? "" : "not "}deleted ${kind}`,
  );
  const deleted = RESOURCE_KINDS.flatMap((kind) => byAction.get(`deleted ${kind}`) ?? []);
  const others = RESOURCE_KINDS.toReversed().flatMap((kind) => byAction.get(`not deleted ${kind}`) ?? []);
  return [...deleted, ...others];
}

function gone({ kind, action }: ReceiptChange): string {
  return KINDS[kind].isArchived && action === "delete" ? ARCHIVED : "its workspace is not there any more";
}

/** The reason for which a change is not the run's, or not any more: names come back, ids do not. */
function notOurs(
  { recorded, kind, action, before, already }: PresentChange,
  { workspaces, identities }: Receipt,
  { addressOf, isUsed }: PresentNames,
): string | undefined {
  if (already) return "it was so before the run wrote";
  if (KINDS[kind].isArchived && action === "create" && own(workspaces, workspaceOf(recorded)) === undefined)
    return "nobody knows whether the run made it: archive it in the product, or with `state: absent`";
  for (const thing of [recorded, ...KINDS[kind].needs(recorded)].filter(isNameReused)) {
    const now = addressOf(thing);
    const hasId = own(identities, thing) !== undefined;
    if (!hasId && now !== undefined && before === null)
      return `no id of ${nameOf(now)} was recorded, so that nobody knows whether the run made it`;
    if (hasId && now === undefined && isUsed(thing)) return `something else is called ${nameOf(thing)} now`;
  }
  return undefined;
}

const nameOf = (address: Address): string => JSON.stringify(namesInAddress(address).name);
