import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, namesInAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { setOf } from "../../util/collections.js";
import { alikeIn, differenceText, foldedName } from "../../util/look-alike.js";
import type { PlanOptions } from "../input/inputs.js";
import { allowanceOf, type Objection, overrideOf } from "./allowance.js";
import type { ExistingName, LookAlike, WorkspacePart } from "./plan-facts.js";

/** The guard that lets a creation pass whose name is nearly that of something that exists. */
const GUARD = "look-alike";

/** Lists the creations of a workspace that look like something live. */
export function lookAlikesOf(
  changes: readonly ResourceChange[],
  liveWorkspace: LiveWorkspace | undefined,
  live: LiveState,
): readonly LookAlike[] {
  const created = changes.filter(({ change }) => change.actions[0] === "create");
  const known = new Map(
    [...setOf(created, "type")].map((type) => {
      const names = namesOf(type, liveWorkspace, live, changes);
      return [type, alikeIn(names, ({ name }) => name)];
    }),
  );
  return created.flatMap(({ address, type }) => {
    const { name } = namesInAddress(address);
    const [other] = known.get(type)?.(name) ?? [];
    return other === undefined ? [] : [{ address, type, name, other }];
  });
}

/**
 * An error for each look-alike that is not allowed. A service that does not distinguish the two would have
 * one twice, or never as in the file; a reader confuses them.
 */
export function lookAlikeErrors(
  lookAlikes: readonly LookAlike[],
  allow: PlanOptions["allow"],
): readonly Diagnostic[] {
  const allowance = allowanceOf(allow);
  return lookAlikes.flatMap((one): Diagnostic[] => {
    const { address, type, name, other } = one;
    if (allowance.isNamed(GUARD, name)) return [];
    // The built-in group is renamed by nobody, and the product's own attribute is declared by nobody.
    const rename =
      isRenamable(type) && other.id !== undefined
        ? `, add \`previously: [${JSON.stringify(other.name)}]\` to rename it`
        : "";
    const why =
      foldedName(name) === foldedName(other.name)
        ? "They differ in letter case, spaces or Unicode form only, and the service may treat them as the same name."
        : `${differenceText(name, other.name)} A reader takes one for the other.`;
    const detail = `${why} ${other.isReserved ? "Use another name" : `Write ${JSON.stringify(other.name)} if that is meant${rename}`}, or allow both with ${overrideOf(GUARD, name)}.`;
    return [finding(GUARD, messageOf(one), detail, { severity: "error", address })];
  });
}

/** The guard of look-alikes that are both intended, so that they are no errors. */
export function allowedLookAlikes(
  { lookAlikes }: WorkspacePart,
  { allow }: PlanOptions,
): readonly Objection[] {
  const allowance = allowanceOf(allow);
  return lookAlikes
    .filter(({ name }) => allowance.isNamed(GUARD, name))
    .map((one) => ({ guard: GUARD, named: one.name, message: messageOf(one), addresses: [one.address] }));
}

const messageOf = ({ name, other }: LookAlike): string =>
  `${JSON.stringify(name)} is nearly the same as ${JSON.stringify(other.name)}${other.id === undefined ? "" : ` (${other.id})`}, which exists`;

/** The things of a kind that a creation could be mistaken for; groups that are renamed give their names up. */
function namesOf(
  type: ResourceChange["type"],
  liveWorkspace: LiveWorkspace | undefined,
  live: LiveState,
  changes: readonly ResourceChange[],
): readonly ExistingName[] {
  const { of } = contentsOf(liveWorkspace);
  switch (type) {
    case "workspace":
      return [...live.workspaces, ...live.unmanaged_workspaces];
    case "attribute":
      return [{ name: FILLED_BY_PRODUCT, isReserved: true }, ...of("attribute")];
    case "group": {
      const fileNames = new Set(
        changes.map(({ previous_address = "" }) => namesInAddress(previous_address).name),
      );
      const groups = of("group").map(({ id, fields }) => ({ id, name: String(fields.name) }));
      return [{ name: ALL_USERS }, ...groups.filter(({ name }) => !fileNames.has(name))];
    }
    case "invite":
      return of("invite");
    default:
      return KINDS[type].collection === undefined ? [] : of(type);
  }
}
