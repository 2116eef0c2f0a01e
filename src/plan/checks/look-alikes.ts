import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, namesInAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Guard, ResourceChange } from "../../model/plan/plan.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import type { LiveResource } from "../../model/state/resource.js";
import { groupBy } from "../../util/group-by.js";
import { alikeIn, foldedName, howTheyDiffer } from "../../util/look-alike.js";
import { unseenIn } from "../../util/unseen.js";
import { allowanceOf, shellWord } from "../guards/allowance.js";
import type { Allow } from "../input/inputs.js";

/** The guard that lets a creation pass whose name is nearly that of something that exists. */
const GUARD = "look-alike";

interface ExistingName {
  readonly name: string;
  /** Nothing in a file may have it. */
  readonly isReserved?: true;
  /** Absent for a name that the product keeps for itself. */
  readonly id?: string;
}

/**
 * Creations whose names, or whose e-mail addresses, look like that of a live thing of their kind: an error each. A
 * service that does not tell the two apart would have it twice, or never as the file says; a reader takes one for the
 * other. Where both are wanted, a guard that was allowed.
 */
export function lookAlikesOf(
  changes: readonly ResourceChange[],
  liveWorkspace: LiveWorkspace | undefined,
  live: LiveState,
  allow: Allow | undefined,
): { readonly diagnostics: readonly Diagnostic[]; readonly guards: readonly Guard[] } {
  const allowance = allowanceOf(allow);
  const diagnostics: Diagnostic[] = [];
  const guards: Guard[] = [];
  const created = changes.filter(({ change }) => change.actions[0] === "create");
  const known = new Map(
    [...new Set(created.map(({ type }) => type))].map((type) => {
      const names = namesOf(type, liveWorkspace, live, changes);
      return [type, alikeIn(names, ({ name }) => name)];
    }),
  );
  for (const { address, type } of created) {
    const { name } = namesInAddress(address);
    const [other] = known.get(type)?.(name) ?? [];
    if (other === undefined) continue;
    const message = `${JSON.stringify(name)} is nearly the same as ${JSON.stringify(other.name)}${other.id === undefined ? "" : ` (${other.id})`}, which exists`;
    const override = `--allow ${shellWord(`${GUARD}=${name}`)}`;
    if (allowance.isNamed(GUARD, name)) {
      guards.push({ code: GUARD, name: GUARD, refused: false, message, override, addresses: [address] });
      continue;
    }
    // The built-in group is renamed by nobody, and the product's own attribute is declared by nobody.
    const rename =
      isRenamable(type) && other.id !== undefined
        ? `, add \`previously: [${JSON.stringify(other.name)}]\` to rename it`
        : "";
    const why =
      foldedName(name) === foldedName(other.name)
        ? "They differ in letter case, spaces or Unicode form only, and the service may treat them as the same name."
        : `${howTheyDiffer(name, other.name)} A reader takes one for the other.`;
    const detail = `${why} ${other.isReserved ? "Use another name" : `Write ${JSON.stringify(other.name)} if that is meant${rename}`}, or allow both with ${override}.`;
    diagnostics.push({ severity: "error", code: "look-alike", address, summary: message, detail });
  }
  return { diagnostics: diagnostics, guards };
}

/**
 * A warning for each new value that looks like a live one of its attribute, at the first place. Letter case alone is no
 * reason: texts of data differ by it, and a reader sees it.
 */
export function valuesAlike(
  changes: readonly ResourceChange[],
  live: Iterable<LiveResource>,
): readonly Diagnostic[] {
  const told = new Set<string>();
  const values = [...live].filter(({ kind }) => KINDS[kind].carriesValue !== undefined);
  const texts = groupBy(values, ({ name }) => name);
  const finders = new Map(
    [...texts].map(([attribute, all]) => [
      attribute,
      alikeIn(new Set(all.map(({ fields }) => String(fields.value))), (text) => text),
    ]),
  );
  return changes.flatMap(({ address, type, change: { before, after } }): Diagnostic[] => {
    const [attribute, value] = [String(after?.attribute ?? ""), String(after?.value ?? "")];
    if (KINDS[type].carriesValue === undefined || told.has(`${attribute}=${value}`)) return [];
    const other = finders
      .get(attribute)?.(value)
      .find(
        (text) =>
          text.toLowerCase() !== value.toLowerCase() && !(text === before?.value && isPlainer(value, text)),
      );
    if (other === undefined) return [];
    told.add(`${attribute}=${value}`);
    const summary = `${JSON.stringify(value)} for ${attribute} looks like ${JSON.stringify(other)}, which somebody has`;
    const detail = `${howTheyDiffer(value, other)} Grants and row filters tell them apart, a reader does not. If you mean ${JSON.stringify(other)}, write that.`;
    return [{ severity: "warning", code: "look-alike", address, summary, detail }];
  });
}

/** Returns true if a value is another one, written as it should be. */
function isPlainer(value: string, other: string): boolean {
  const isSeen = unseenIn(value) === undefined && unseenIn(other) !== undefined;
  return isSeen || /^[\x20-\x7e]*$/.test(value);
}

/** The things of a kind that a creation could be mistaken for; groups that are renamed give their names up. */
function namesOf(
  type: ResourceChange["type"],
  liveWorkspace: LiveWorkspace | undefined,
  live: LiveState,
  changes: readonly ResourceChange[],
): readonly ExistingName[] {
  switch (type) {
    case "workspace":
      return [...live.workspaces, ...live.unmanaged_workspaces];
    case "attribute":
      return [{ name: FILLED_BY_PRODUCT, isReserved: true }, ...(liveWorkspace?.attributes ?? [])];
    case "group": {
      const given = new Set(
        changes.map(({ previous_address = "" }) => namesInAddress(previous_address).name),
      );
      return [{ name: ALL_USERS }, ...(liveWorkspace?.groups ?? []).filter(({ name }) => !given.has(name))];
    }
    case "invite":
      return [...(liveWorkspace?.members ?? []), ...(liveWorkspace?.invites ?? [])].map(({ id, email }) => ({
        id,
        name: email,
      }));
    default:
      return liveWorkspace?.lists?.[KINDS[type].collection ?? ""] ?? [];
  }
}
