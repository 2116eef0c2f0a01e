import { workspaceAddress, workspaceOf } from "../../model/address.js";
import type { Origin, Plan, ResourceChange } from "../../model/plan/plan.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import { forWhoHasJoined } from "../../plan/people/has-joined.js";
import { groupBy } from "../../util/collections.js";
import { changeHeading } from "../words/labels.js";

/** The changes of one kind in one workspace, under one heading. */
export interface KindBlock {
  readonly kind: ResourceKind;
  readonly heading: string;
  readonly changes: readonly ResourceChange[];
}

/** A workspace's name in the file for headings, with the live one where that is another: a pin can lead anywhere. */
function workspaceTitle({ workspaces }: ChangePart, name: string): string {
  const address = workspaceAddress(name);
  const live = workspaces.find((workspace) => workspace.address === address)?.name ?? name;
  return live === name ? name : `${name} (live name: ${live})`;
}

/** The changes of one workspace, by kind in the order of {@link RESOURCE_KINDS}. */
interface WorkspaceBlock {
  /** The title, see {@link workspaceTitle}. */
  readonly title: string;
  readonly kinds: readonly KindBlock[];
}

/** Groups changes by workspace and kind; within both the plan's own order stays. */
export function changeBlocks(part: ChangePart): WorkspaceBlock[] {
  const byWorkspace = groupBy(part.changes, (change) => workspaceOf(change.address));
  return [...byWorkspace].map(([workspace, own]) => ({
    title: workspaceTitle(part, workspace),
    kinds: kindBlocks(own),
  }));
}

/** Groups changes by kind and heading, in the order of {@link RESOURCE_KINDS}. */
function kindBlocks(changes: readonly ResourceChange[]): KindBlock[] {
  return RESOURCE_KINDS.flatMap((kind) => {
    const byHeading = groupBy(
      changes.filter((change) => change.type === kind),
      changeHeading,
    );
    return [...byHeading].map(([heading, ofKind]) => ({ kind, heading, changes: ofKind }));
  });
}

/** One part of a plan under a title of its own. */
export interface ChangePart {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly ResourceChange[];
  /** All workspaces of the plan. */
  readonly workspaces: Plan["workspaces"];
}

/**
 * The changes to show, in up to three parts: those that this edit intends, those that people who have joined wait for,
 * and changes that end drift.
 */
export function changeParts(plan: Plan): ChangePart[] {
  const shown = plan.resource_changes.filter((c) => c.change.actions[0] !== "no-op");
  const { workspaces } = plan;
  const of = (wanted: Origin) => shown.filter(({ origin }) => origin === wanted);
  const isForWhoHasJoined = forWhoHasJoined(plan);
  const others = shown.filter(({ origin }) => origin === undefined || origin === "intent");
  const hasBase = shown.some(({ origin }) => origin === "drift" || origin === "intent");
  const parts: Omit<ChangePart, "workspaces">[] = [
    { id: "changes", title: hasBase ? "Intended by this change of the file" : "Changes", changes: others },
    {
      id: "joined",
      title: "For people who have joined",
      changes: shown.filter(isForWhoHasJoined),
    },
    {
      id: "drift",
      title: "Drift, which is no part of this edit and ends with an apply",
      changes: of("drift").filter((change) => !isForWhoHasJoined(change)),
    },
  ];
  return parts.flatMap((part) => (part.changes.length > 0 ? [{ ...part, workspaces }] : []));
}
