import { KINDS } from "../../kinds/registry.js";
import { workspaceOf } from "../../model/address.js";
import type { Deferred, Plan } from "../../model/plan/plan.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import { groupAlike, groupBy } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { addressText, KIND_NOUNS, nameText, valueText } from "../words/labels.js";
import { FEW_ITEMS, type Item, type Section } from "../words/section.js";

/** Differences that the API cannot change, each with a way to resolve it; those that are alike together. */
export function unsupportedSection({ unsupported }: Plan): Section {
  const alike = groupAlike(unsupported, ({ address: _, row: __, ...same }) => same);
  return {
    id: "unsupported",
    title: "Unsupported",
    meaning: "the API cannot change these",
    count: unsupported.length,
    nouns: ["unsupported difference", "unsupported differences"],
    parts: [
      {
        items: alike.map((same) => {
          const [one] = same;
          const change = `${visibleName(one.field)} ${valueText(one.before)} → ${valueText(one.after)}`;
          const places = same.map(placeText);
          return {
            ...(places.length === 1
              ? { cells: [`${places[0]}  ${change}`] }
              : { cells: [`${change}  (${count(places.length, ...KIND_NOUNS[one.type])})`], names: places }),
            counts: places.length,
            details: [{ text: one.instead, tone: "faint" }],
          };
        }),
      },
    ],
  };
}

/** An address, with the row of the list of people that stands for it. */
const placeText = ({ address, row }: { readonly address: string; readonly row?: string }): string =>
  addressText(address) + (row === undefined ? "" : `  (${visibleName(row)})`);

/** The most changes with one reason that are shown one by one. */
const FEW_DEFERRED = 10;

/** Changes that wait for a person; many with one reason are counted by workspace, in the brief form over all of them. */
export function deferredSection({ deferred, arrivals }: Plan): Section {
  const isAwaited = arrivals.some(({ invite }) => invite === "sign_in");
  const items = (itemsOf: (same: readonly Deferred[]) => readonly Item[]): readonly Item[] =>
    [...groupBy(deferred, ({ reason }) => reason)].flatMap(([reason, same]) =>
      itemsOf(same).map((item, i, { length }) =>
        i < length - 1 ? item : { ...item, details: [{ text: reason, tone: "faint" }] },
      ),
    );
  const brief = [{ items: items((same) => [{ cells: [waitingText(same)], counts: 0 }]) }];
  return {
    id: "deferred",
    title: isAwaited ? "Waiting for people to arrive" : "Waiting for an invite to be accepted",
    meaning: "no change yet",
    count: deferred.length,
    nouns: ["waiting change", "waiting changes"],
    parts: [
      {
        items: items((same) =>
          same.length > FEW_DEFERRED ? manyDeferred(same) : same.map((one) => ({ cells: [placeText(one)] })),
        ),
      },
    ],
    usual: deferred.length > FEW_ITEMS ? brief : undefined,
    shorter: [brief],
  };
}

function manyDeferred(same: readonly Deferred[]): readonly Item[] {
  return [...groupBy(same, ({ address }) => workspaceOf(address))].map(([workspace, own]) => ({
    cells: [
      `${visibleName(workspace)}  ${waitingText(own)}: ${nameList([...new Set(own.map(personOf))].map(nameText))}`,
    ],
    counts: own.length,
  }));
}

/** The counts of deferred changes, such as `201 group members and 40 member values (198 people)`. */
function waitingText(same: readonly Deferred[]): string {
  const people = new Set(same.map(personOf)).size;
  const workspaces = new Set(same.map(({ address }) => workspaceOf(address))).size;
  const where = workspaces > 1 ? ` in ${count(workspaces, "workspace")}` : "";
  return `${countsByKind(same, KIND_NOUNS).join(" and ")} (${count(people, "person", "people")}${where})`;
}

/** The person whom a change waits for. */
function personOf({ address, type }: Deferred): string {
  return KINDS[type].personOf?.(address) ?? "";
}

/** Live resources that are not in the file: their number by kind, then each of them, or briefly each workspace. */
export function unmanagedSection({ unmanaged }: Plan): Section {
  const byWorkspace = [...groupBy(unmanaged, ({ address }) => workspaceOf(address))];
  const items = byWorkspace.map(([workspace, own]) => ({
    cells: [`${visibleName(workspace)}  ${countsByKind(own, LIVE_NOUNS).join(", ")}`],
    counts: 0,
  }));
  return {
    id: "unmanaged",
    title: `Unmanaged (${countsByKind(unmanaged, LIVE_NOUNS).join(", ")}: live, not in the file, left alone)`,
    nouns: ["unmanaged thing", "unmanaged things"],
    parts: [{ items: unmanaged.map(({ address }) => ({ cells: [addressText(address)] })) }],
    usual: unmanaged.length > FEW_ITEMS ? [{ items }] : undefined,
    shorter: [[{ items }]],
  };
}

/** A live thing at the address of an invite is somebody who may have accepted it. */
const LIVE_NOUNS: typeof KIND_NOUNS = { ...KIND_NOUNS, invite: ["member", "members"] };

/** The counts such as `2 groups` and `1 attribute`, in the order of the kinds. */
function countsByKind(
  things: readonly { readonly type: ResourceKind }[],
  nouns: typeof KIND_NOUNS,
): readonly string[] {
  return RESOURCE_KINDS.flatMap((kind) => {
    const n = things.filter(({ type }) => type === kind).length;
    return n === 0 ? [] : [count(n, ...nouns[kind])];
  });
}
