import { KINDS } from "../../kinds/registry.js";
import { workspaceOf } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Deferred, Plan } from "../../model/plan/plan.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import { compact, groupAlike, groupBy, setOf } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { addressText, KIND_NOUNS, valueText } from "../words/labels.js";
import type { Detail, Item, Section } from "../words/section.js";
import { countedWithin } from "./access-words.js";

/** The warnings of orgform about a plan, but for those of roles that {@link unsupportedSection} says. */
export function warningsOf(plan: Plan): readonly Diagnostic[] {
  const differing = setOf(plan.unsupported, "address");
  return findingsFrom(plan, "plan").filter(
    ({ code, address = "" }) => code !== "role-unlimited" || !differing.has(address),
  );
}

/** Differences that the API cannot change, each with a way to resolve it; those that are alike together. */
export function unsupportedSection({ unsupported, findings }: Plan): Section {
  const open = setOf(
    findings.filter(({ code }) => code === "role-unlimited"),
    "address",
  );
  const alike = groupAlike(unsupported, ({ address, row: __, ...same }) => [same, open.has(address)]);
  return {
    id: "unsupported",
    title: `Unsupported (${unsupported.length}): the API cannot change these`,
    nouns: ["unsupported difference", "unsupported differences"],
    parts: [
      {
        items: alike.map((same): Item => {
          const [one] = same;
          const change = `${visibleName(one.field)} ${valueText(one.before)} → ${valueText(one.after)}`;
          const names = same.map(placeText);
          const isOpen = open.has(one.address);
          return {
            ...(names.length === 1
              ? { cells: [`${names}  ${change}`] }
              : { cells: [`${change}  (${count(names.length, ...LIVE_NOUNS[one.type])})`], names }),
            ...(isOpen && { code: "role-unlimited" }),
            counts: names.length,
            details: compact<Detail>([
              isOpen && { text: "By the live role they see everything.", tone: "alarm" },
              { text: one.instead, tone: "faint" },
            ]),
          };
        }),
      },
    ],
  };
}

/** An address, with the row of the list of people that stands for it. */
const placeText = ({ address, row }: { readonly address: string; readonly row?: string }): string =>
  addressText(address) + (row === undefined ? "" : `  (${visibleName(row)})`);

/** Changes that wait for a person: for each reason their number, and below it each of them. */
export function deferredSection({ deferred, arrivals }: Plan): Section {
  const isAwaited = arrivals.some(({ invite }) => invite === "sign_in");
  return {
    id: "deferred",
    title: `${isAwaited ? "Waiting for people to arrive" : "Waiting for an invite to be accepted"} (no change yet)`,
    nouns: ["waiting change", "waiting changes"],
    parts: [
      {
        items: [...groupBy(deferred, ({ reason }) => reason)].map(([reason, same]) => ({
          cells: [waitingText(same)],
          counts: same.length,
          names: same.map(placeText),
          details: [{ text: reason, tone: "faint" }],
        })),
      },
    ],
  };
}

/** The counts of deferred changes, such as `201 group members and 40 member values (198 people)`. */
function waitingText(same: readonly Deferred[]): string {
  const people = new Set(same.map(({ address, type }) => KINDS[type].personOf?.(address))).size;
  const workspaces = new Set(same.map(({ address }) => workspaceOf(address))).size;
  return `${countsByKind(same, KIND_NOUNS).join(" and ")} (${countedWithin(people, workspaces)})`;
}

/** Live resources that are not in the file: their number by kind, and below each workspace the things in it. */
export const unmanagedSection = ({ unmanaged }: Plan): Section => ({
  id: "unmanaged",
  title: `Unmanaged (${countsByKind(unmanaged, LIVE_NOUNS).join(", ")}: live, not in the file, left alone)`,
  nouns: ["unmanaged thing", "unmanaged things"],
  parts: [
    {
      items: [...groupBy(unmanaged, ({ address }) => workspaceOf(address))].map(([workspace, things]) => ({
        cells: [`${visibleName(workspace)}  ${countsByKind(things, LIVE_NOUNS).join(", ")}`],
        counts: things.length,
        names: things.map(({ address }) => addressText(address)),
      })),
    },
  ],
});

/** A live thing at the address of an invite is somebody who may have accepted it. */
const LIVE_NOUNS: typeof KIND_NOUNS = { ...KIND_NOUNS, invite: ["member", "members"] };

/** The counts such as `2 groups` and `1 attribute`, in the order of the kinds. */
function countsByKind(
  things: readonly { readonly type: ResourceKind }[],
  nouns: typeof KIND_NOUNS,
): readonly string[] {
  const byKind = groupBy(things, ({ type }) => type);
  return RESOURCE_KINDS.flatMap((kind) => {
    const { length = 0 } = byKind.get(kind) ?? {};
    return length === 0 ? [] : [count(length, ...nouns[kind])];
  });
}
