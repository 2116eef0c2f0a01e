import type { AccessChange, EffectiveValue, Plan } from "../model/plan.js";
import { count, plural } from "../util/count.js";
import { groupBy } from "../util/group-by.js";
import { effectiveText, nameText, sourceText } from "./phrases.js";

/** Members whose access to one attribute changes in the same way and for the same cause. */
export interface AccessGroup {
  readonly kind: AccessChange["kind"];
  readonly workspace: string;
  readonly attribute: string;
  readonly before: EffectiveValue | null;
  readonly after: EffectiveValue | null;
  readonly grants?: AccessChange["grants"];
  /** Canonical e-mail addresses, at least one. */
  readonly members: readonly string[];
}

/** From how many members on one line stands for all of them. */
const MANY = 4;

const KIND_ORDER = ["opened", "changed", "closed"] as const;

/** What each kind of access change means, for people who read it for the first time. */
export const ACCESS_TITLES: Readonly<Record<AccessChange["kind"], string>> = {
  opened: "Opened (no value is left, and without a value nothing is withheld)",
  changed: "Changed",
  closed: "Closed (there was no value, and now there is one)",
};

/** Access changes with those of one cause put together, the opened ones first. */
export function accessGroups(changes: readonly AccessChange[]): AccessGroup[] {
  return KIND_ORDER.flatMap((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind);
    return [...groupBy(ofKind, causeOf).values()].flatMap((same) =>
      same.length < MANY
        ? same.map((one) => toGroup(one, [one]))
        : same.slice(0, 1).map((one) => toGroup(one, same)),
    );
  });
}

const causeOf = ({ workspace, attribute, before, after, grants }: AccessChange): string =>
  JSON.stringify([workspace, attribute, before, after, grants]);

function toGroup(one: AccessChange, same: readonly AccessChange[]): AccessGroup {
  const { kind, workspace, attribute, before, after, grants } = one;
  return {
    kind,
    workspace,
    attribute,
    before,
    after,
    ...(grants && { grants }),
    members: same.map((c) => c.member),
  };
}

/**
 * One access change as a sentence: `412 members of Sales: region west → none (opened)`, or with the member's address
 * and the sources: `ada@northwind.example: region west (Sales) → emea (own value)`.
 */
export function accessSentence(group: AccessGroup): string {
  const { before, after, kind, members } = group;
  const cause = members.length > 1 ? causingGroup(group) : undefined;
  const [first = ""] = members;
  const who =
    members.length === 1
      ? nameText(first)
      : count(members.length, "member") + (cause === undefined ? "" : ` of ${nameText(cause)}`);
  const side = (value: EffectiveValue | null): string =>
    effectiveText(value) + (value === null || cause !== undefined ? "" : ` (${sourceText(value.source)})`);
  return `${who}: ${nameText(group.attribute)} ${side(before)} → ${side(after)}${kind === "changed" ? "" : ` (${kind})`}`;
}

/** The one group that all sources name, so that it can stand with the people instead of with the values. */
function causingGroup({ before, after }: AccessGroup): string | undefined {
  const names = [before, after].flatMap((value) => {
    if (value === null) return [];
    return [value.source.kind === "group" ? value.source.group : undefined];
  });
  return names.every((name) => name === names[0]) ? names[0] : undefined;
}

/** Which grants of the data model are gained and lost, as sentences; empty without a data model. */
export function grantSentences({ grants }: Pick<AccessGroup, "grants">): string[] {
  const part = (verb: string, names: readonly string[]): string[] =>
    names.length === 0
      ? []
      : [`${verb} the ${plural(names.length, "grant")} ${names.map(nameText).join(", ")}`];
  return [...part("gains", grants?.gained ?? []), ...part("loses", grants?.lost ?? [])];
}

/** How many people have any access change: one person counts once, however many attributes and workspaces. */
export const peopleCount = (plan: Pick<Plan, "access_changes">): number =>
  new Set(plan.access_changes.map((change) => change.member)).size;
