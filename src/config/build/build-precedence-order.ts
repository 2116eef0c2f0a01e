import { ALL_USERS, groupAddress, workspaceAddress } from "../../model/address.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { setOf } from "../../util/collections.js";
import { foldedName } from "../../util/look-alike.js";
import { fitsWildcard, isWildcard } from "../../util/wildcard.js";
import { type DataMap, entries, entry, isDataList } from "../text/data.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { quote, quoteAll } from "../text/wording.js";
import { atKey, atValue, type WorkspaceContext } from "./build-context.js";

/**
 * The order of groups, highest precedence first, as the file gives it; `undefined` where the key is absent. A pattern
 * stands for the declared groups that it matches, in the file's order, but for those that another entry names or an
 * earlier pattern matches.
 */
export function buildPrecedenceOrder(
  context: WorkspaceContext,
  groups: readonly DesiredResource[],
  workspace: DataMap,
): readonly string[] | undefined {
  const list = entry(workspace, "precedence_order");
  if (!isDataList(list)) return undefined;
  const known = setOf(groups, "name");
  const declared = entries(entry(workspace, "groups")).flatMap(([name]) =>
    known.has(name) && name !== ALL_USERS ? [name] : [],
  );
  const places = [...list.entries()].flatMap(([index, name]) =>
    typeof name === "string"
      ? [{ index, name, isPattern: isWildcard(name) && !declared.includes(name) }]
      : [],
  );
  const present = new Map(groups.flatMap((group) => (group.state === "absent" ? [] : [[group.name, group]])));
  const named = new Set(places.flatMap(({ name, isPattern }) => (isPattern ? [] : [name])));
  const order = new Set<string>();
  let isSound = true;
  for (const { index, name, isPattern } of places) {
    const where = atValue(list, index, workspaceAddress(context.workspace));
    const matched = isPattern ? declared.filter((group) => fitsWildcard(name, group)) : [name];
    const problem =
      matched.length === 0
        ? unmatched(name, declared)
        : isPattern
          ? undefined
          : misplaced(name, groups, declared, order);
    if (problem !== undefined) {
      isSound = false;
      context.report(fileFinding(...problem.words, { ...where, ...problem.place }));
    }
    for (const name of matched) {
      const group = present.get(name);
      if (group === undefined || order.has(name) || (isPattern && named.has(name))) continue;
      reportNumber(context, workspace, group);
      order.add(name);
    }
  }
  // A misspelt name in the order is the likely cause of a group that it leaves out.
  for (const { name, managed } of isSound ? present.values() : []) {
    const isLeftOut = !isForEverybody(name) && !order.has(name) && managed.precedence === undefined;
    if (isLeftOut && setsValues(workspace, name)) reportLeftOut(context, workspace, name);
  }
  return [...order];
}

/** Returns true for the built-in group, by any name that looks like it: that name has a finding of its own. */
const isForEverybody = (name: string): boolean => foldedName(name) === foldedName(ALL_USERS);

/** Returns true if the file gives a group values, so that its precedence matters. */
function setsValues(workspace: DataMap, name: string): boolean {
  return entries(entry(entry(entry(workspace, "groups"), name), "values")).length > 0;
}

/** A group that has its number from nowhere in the file: the live one stays, or there is none to create it with. */
function reportLeftOut(context: WorkspaceContext, workspace: DataMap, name: string): void {
  const summary = `${quote(name)} is not in \`precedence_order\`, and has no \`precedence\``;
  const detail =
    "An existing group keeps its number, which may be above or below those of the order; a new one cannot be created without. Add it to the order.";
  const where = atKey(entry(workspace, "groups"), name, groupAddress(context.workspace, name));
  context.report(fileFinding("missing-precedence", summary, detail, { ...where, severity: "warning" }));
}

interface Problem {
  readonly words: readonly [code: DiagnosticCode, summary: string, detail: string];
  readonly place?: { readonly suggestion: { readonly text: string; readonly among: readonly string[] } };
}

function unmatched(pattern: string, declared: readonly string[]): Problem {
  const known = declared.length === 0 ? "none" : quoteAll(declared, 6);
  const detail = `A pattern stands for groups that are declared under \`groups\`: ${known}. \`*\` stands for any text.`;
  return {
    words: ["unknown-group", `No group fits ${quote(pattern)}`, detail],
    place: { suggestion: { text: pattern, among: declared } },
  };
}

function misplaced(
  name: string,
  groups: readonly DesiredResource[],
  declared: readonly string[],
  order: ReadonlySet<string>,
): Problem | undefined {
  if (name === ALL_USERS) {
    const detail = "It always has precedence 0, below every other group. Leave it out.";
    return { words: ["all-users-limits", `"All Users" has no place in an order`, detail] };
  }
  const group = groups.find((other) => other.name === name);
  if (group === undefined) {
    const detail = "Only groups that are declared under `groups` can be put in order.";
    const suggestion = { text: name, among: declared };
    return { words: ["unknown-group", `No group ${quote(name)} is declared`, detail], place: { suggestion } };
  }
  if (group.state === "absent") {
    const detail = "A group that is to be deleted has no precedence. Take it out of the order.";
    return { words: ["unknown-group", `${quote(name)} has \`state: absent\``, detail] };
  }
  if (!order.has(name)) return undefined;
  const detail = "A group has one place in the order. Keep one.";
  return { words: ["duplicate-entry", `${quote(name)} is in the order twice`, detail] };
}

/** A group in the order has its number from there. */
function reportNumber(
  context: WorkspaceContext,
  workspace: DataMap,
  { name, managed }: DesiredResource,
): void {
  if (managed.precedence === undefined) return;
  const detail = "Its place in `precedence_order` decides its number. Remove one of the two.";
  const data = entry(entry(workspace, "groups"), name);
  const place = atKey(data, "precedence", groupAddress(context.workspace, name));
  const summary = `${quote(name)} has a precedence and a place in the order`;
  context.report(fileFinding("duplicate-entry", summary, detail, place));
}
