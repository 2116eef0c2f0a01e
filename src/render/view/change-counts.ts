import { parseAddress, workspaceOf } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { ReceiptChange } from "../../model/plan/receipt.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { plural } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import { ACTION_SIGNS, changeHeading, KIND_NOUNS, nameText } from "../words/labels.js";

/** Counts the changes that were done, without those that went with another one. */
export function doneCounts(
  changes: readonly ReceiptChange[],
): Readonly<Record<ReceiptChange["action"], number>> {
  const done = changes.filter(({ outcome, implied_by }) => outcome === "done" && implied_by === undefined);
  const number = (action: ReceiptChange["action"]): number =>
    done.filter((change) => change.action === action).length;
  return { create: number("create"), update: number("update"), delete: number("delete") };
}

/** The changes of one workspace, counted. */
export interface CountedChanges {
  readonly workspace: string;
  /** The number of changes. */
  readonly items: number;
  readonly lines: readonly string[];
}

/** Counts changes by the group they are in, or by kind where that is none: `Team 004: −12 members`. */
export function changesByGroup(changes: readonly ResourceChange[]): CountedChanges[] {
  return countedBy(changes, (change) => groupOf(change) ?? changeHeading(change));
}

/** Counts changes by kind: `Group members: −340 members`. */
export function changesByKind(changes: readonly ResourceChange[]): CountedChanges[] {
  return countedBy(changes, changeHeading);
}

function countedBy(
  changes: readonly ResourceChange[],
  titleOf: (change: ResourceChange) => string,
): CountedChanges[] {
  const byWorkspace = groupBy(changes, (change) => workspaceOf(change.address));
  return [...byWorkspace].map(([workspace, own]) => ({
    workspace,
    items: own.length,
    lines: [...groupBy(own, titleOf)].map(([title, same]) => {
      const kinds = groupBy(same, (change) => change.type);
      return `${title}: ${[...kinds].map(([kind, some]) => signedCount(kind, some)).join(", ")}`;
    }),
  }));
}

function groupOf({ address }: ResourceChange): string | undefined {
  const [, list, name] = parseAddress(address);
  return list === "groups" && name !== undefined ? nameText(name) : undefined;
}

const SIGNS = { ...ACTION_SIGNS, delete: "\u2212", "no-op": "=" };

/** The nouns of things below a group, where the group is named already. */
const NOUNS: typeof KIND_NOUNS = {
  ...KIND_NOUNS,
  group_membership: ["member", "members"],
  group_value: ["value", "values"],
};

/** `+3 −12 members`. */
function signedCount(kind: ResourceKind, changes: readonly ResourceChange[]): string {
  const byAction = groupBy(changes, (change) => change.change.actions[0]);
  const signs = [...byAction].map(([action, { length }]) => SIGNS[action] + length);
  return `${signs.join(" ")} ${plural(changes.length, ...NOUNS[kind])}`;
}
