import type { DataJudge, Reading, Readings } from "../../access/difference.js";
import { denialsOf } from "../../access/values/denials.js";
import { dataJudge } from "../../data-model/answer/people-data.js";
import type { View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { byKey } from "../../util/collections.js";
import type { Facts } from "../input/inputs.js";
import { unlimitedRolesAt, unlimitedRolesIn } from "./known-roles.js";

/** The one reading of a workspace where nothing is edited: by its roles and denials, or a data model in their place. */
export const readingAt = (
  workspace: DesiredWorkspace,
  start: View,
  data: DataJudge | undefined,
): Reading => ({
  denials: denialsOf(declaredIn(workspace), (attribute) => start.valueForAll(attribute)),
  data,
});

/**
 * The readings by which a plan judges a workspace from a moment on, the file's first. `deny`, `unlimited_roles` and the
 * data model say how the product behaves, and an edit of them changes nothing in the product: with a base, each counts
 * as the base has it and as the file has it. Where the model differs, what people see by the base's is also compared with
 * what they will see by the file's. Each meaning of values meets each list of roles, so that no two edits hide a gain.
 */
export function readingsFrom(workspace: DesiredWorkspace, start: View, { base, dataModel }: Facts): Readings {
  const declared = declaredIn(workspace);
  const unlimited = unlimitedRolesAt(workspace);
  const now = { ...readingAt(workspace, start, dataModel && dataJudge(dataModel)), unlimited };
  if (base === undefined) return [now];
  const { dataModel: baseModel } = base;
  const earlier = presentIn(base.desired.workspaces).find(({ name }) => name === workspace.name);
  const before = declaredOfBase(earlier, declared, start.attributes);
  const then = {
    denials: denialsOf(before, (attribute) => start.valueForAll(attribute)),
    data: baseModel && dataJudge(baseModel),
  };
  const isSameModel = baseModel === dataModel;
  const meanings: readonly Omit<Reading, "unlimited">[] = [
    ...(isSameModel && isAlike(before, declared) ? [] : [then]),
    ...(isSameModel || !baseModel || !dataModel ? [] : [{ ...now, data: dataJudge(baseModel, dataModel) }]),
  ];
  const unlimitedBefore = unlimitedRolesIn(base.desired, workspace);
  const roles = isAlike(unlimitedBefore, unlimited) ? [unlimited] : [unlimited, unlimitedBefore];
  const [, ...others] = [now, ...meanings].flatMap((one) =>
    roles.map((list) => ({ ...one, unlimited: list })),
  );
  return [now, ...others];
}

const isAlike = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

/** An attribute with the values that allow nothing, where a file says it. */
interface Declared {
  readonly name: string;
  readonly deny?: readonly string[];
}

const declaredIn = (workspace: DesiredWorkspace): readonly Declared[] =>
  contentsOf(workspace)
    .of("attribute")
    .map(({ name, deny }) => ({ name, ...(deny && { deny }) }));

/**
 * What the base says of attributes. Of one that it lacks and that exists, it says nothing: the edit alone cannot declare
 * a value empty. Nobody has a value yet of one that does not exist.
 */
function declaredOfBase(
  earlier: DesiredWorkspace | undefined,
  declared: readonly Declared[],
  existing: readonly string[],
): readonly Declared[] {
  const known = byKey(earlier && declaredIn(earlier), "name");
  return declared.map(
    (one) => known.get(one.name) ?? (existing.includes(one.name) ? { name: one.name } : one),
  );
}
