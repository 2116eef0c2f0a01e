import { quoteAll } from "../../config/text/wording.js";
import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, namesInAddress, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import { presentIn } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { setOf } from "../../util/collections.js";
import { alikeIn, differenceText, foldedName } from "../../util/look-alike.js";
import type { BaseFacts, PlanInput, PlanOptions } from "../input/inputs.js";
import { allowanceOf, type Objection, overrideOf } from "./allowance.js";
import type { ExistingName, Guard, LookAlike, WorkspacePart } from "./plan-facts.js";

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
    if (allowance.isNamed("look-alike", name)) return [];
    // The built-in group is renamed by nobody, and the product's own attribute is declared by nobody.
    const rename =
      isRenamable(type) && other.id !== undefined
        ? `, add \`previously: [${JSON.stringify(other.name)}]\` to rename it`
        : "";
    const why =
      foldedName(name) === foldedName(other.name)
        ? "They differ in letter case, spaces or Unicode form only, and the service may treat them as the same name."
        : `${differenceText(name, other.name)} A reader takes one for the other.`;
    const detail = `${why} ${other.isReserved ? "Use another name" : `Write ${JSON.stringify(other.name)} if that is meant${rename}`}, or allow both with ${overrideOf("look-alike", name)}.`;
    return [finding("look-alike", messageOf(one), detail, { severity: "error", address })];
  });
}

/** The guard of look-alikes that are both intended, so that they are no errors. */
export function allowedLookAlikes(
  { lookAlikes }: WorkspacePart,
  { allow }: PlanOptions,
): readonly Objection[] {
  const allowance = allowanceOf(allow);
  return lookAlikes
    .filter(({ name }) => allowance.isNamed("look-alike", name))
    .map((one) => ({
      guard: "look-alike",
      named: one.name,
      message: messageOf(one),
      addresses: [one.address],
    }));
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
      const givenUp = new Set(
        changes.map(({ previous_address = "" }) => namesInAddress(previous_address).name),
      );
      const groups = of("group").map(({ id, fields }) => ({ id, name: String(fields.name) }));
      return [{ name: ALL_USERS }, ...groups.filter(({ name }) => !givenUp.has(name))];
    }
    case "invite":
      return of("invite");
    default:
      return KINDS[type].collection === undefined ? [] : of(type);
  }
}

/** The creations of workspaces that the base names: somebody renamed or archived them in the product. */
function createdAgain(changes: readonly ResourceChange[], base: BaseFacts | undefined): readonly string[] {
  const known = setOf(presentIn(base?.desired.workspaces), "name");
  return changes.flatMap(({ address, change }) => {
    const { name } = namesInAddress(address);
    return address === workspaceAddress(name) && change.actions[0] === "create" && known.has(name)
      ? [name]
      : [];
  });
}

const baseHas = (name: string): string => `The base has the workspace ${name}, and the organization has not`;

/** An error for each such creation that is not allowed. */
export function createdAgainErrors(
  changes: readonly ResourceChange[],
  { live, base, options }: PlanInput,
): readonly Diagnostic[] {
  const allowance = allowanceOf(options.allow);
  const others = live.unmanaged_workspaces.map(({ name }) => name);
  const which =
    others.length === 0
      ? ""
      : ` If it was renamed, use its new name, or \`id\`: the file does not name ${quoteAll(others)}.`;
  return createdAgain(changes, base).flatMap((name): readonly Diagnostic[] => {
    if (allowance.isNamed("create", name)) return [];
    const detail = `Somebody renamed or archived it in the product.${which} If it was archived, remove it from the file; if you want a new one, allow it with ${overrideOf("create", name)}.`;
    const address = changes.find((one) => namesInAddress(one.address).name === name)?.address;
    return [finding("rename-hint", baseHas(name), detail, { severity: "error", address })];
  });
}

/** The guard of such creations that are intended, so that they are no errors. */
export const allowedAgain: Guard = ({ resource_changes, base, options }) => {
  const allowance = allowanceOf(options.allow);
  return createdAgain(resource_changes, base)
    .filter((name) => allowance.isNamed("create", name))
    .map((name) => ({ guard: "create", named: name, message: baseHas(name), addresses: [] }));
};
