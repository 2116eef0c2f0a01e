import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, namesInAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Guard, ResourceChange } from "../../model/plan/plan.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { groupBy } from "../../util/group-by.js";
import { foldedName } from "../../util/look-alike.js";
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
 * Creations whose names differ from that of a live thing of their kind in letter case, spaces or Unicode form only: an
 * error each, for a service that does not tell the two apart would have it twice, or never as the file says. Where both
 * are wanted, a guard that was allowed.
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
      return [type, groupBy(names, ({ name }) => foldedName(name))];
    }),
  );
  for (const { address, type } of created) {
    const named = known.get(type);
    if (named === undefined || named.size === 0) continue;
    const { name } = namesInAddress(address);
    const other = named.get(foldedName(name))?.find((each) => each.name !== name);
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
    const detail = `They differ in letter case, spaces or Unicode form only, and the service may treat them as the same name. ${other.isReserved ? "Use another name" : `Write ${JSON.stringify(other.name)} if that is meant${rename}`}, or allow both with ${override}.`;
    diagnostics.push({ severity: "error", code: "look-alike", address, summary: message, detail });
  }
  return { diagnostics, guards };
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
    default:
      return liveWorkspace?.lists?.[KINDS[type].collection ?? ""] ?? [];
  }
}
