import { differencesOf, type Readings, sameValue } from "../../access/difference.js";
import { defaultAt, ITEM, type WrittenTree } from "../../config/written.js";
import { isOtherForm } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import {
  type Address,
  ancestorAddress,
  attributeAddress,
  namesInAddress,
  workspaceAddress,
} from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { Difference, Moments, Person, View } from "../../model/plan/view.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import type { DesiredResource, Fields, LiveResource } from "../../model/state/resource.js";
import { byKey, compact, setOf, sortedTexts } from "../../util/collections.js";
import { isRecord } from "../../util/record.js";
import { changedFields, isDifferent, recordsOf } from "../diff/compare.js";
import { presentAddresses } from "../diff/declared.js";
import { rolesTakenOver, type WorkspaceInput, withRole } from "../people/known-roles.js";
import { momentsAround } from "../people/moments.js";

/** What a plan shows of a workspace anyway. */
interface PlannedThings {
  /** The addresses of changes, and of what waits for a person. */
  readonly planned: ReadonlySet<Address>;
  /** The addresses of things that are created or deleted: what is in them goes with them. */
  readonly whole: ReadonlySet<Address>;
  readonly liveByAddress: ReadonlyMap<Address, LiveResource>;
}

/**
 * The edits of what two versions manage in a workspace. One is explained if a planned change has its address; it is taken
 * over if the live thing is already as the file says; every other one is a rule, so that none is silent.
 */
export const editsOf = (
  before: PresentWorkspace | undefined,
  after: PresentWorkspace,
  shown: PlannedThings,
): readonly JudgedEdit[] =>
  resourceEdits(before, after).map((edit) => ({
    ...edit,
    isRule: !isShown(edit, shown) && !isMet(edit, shown),
  }));

/** An edit of a managed thing; it is a rule if nothing else in the plan says it. */
export interface JudgedEdit extends ResourceEdit {
  readonly isRule: boolean;
}

const isTombstone = (text: unknown): boolean => isRecord(text) && text.state === "absent";

/** Returns true if the plan has a change of the thing, or of what it is in. */
function isShown({ address, isList }: ResourceEdit, { planned, whole }: PlannedThings): boolean {
  if (isList === true) return false;
  return (
    planned.has(address) || whole.has(ancestorAddress(address, 3)) || whole.has(ancestorAddress(address, 1))
  );
}

/**
 * Returns true if the live thing is what the file says now; it is not where the file stops to say something. What no
 * endpoint changes, such as a role, no difference of the two versions shows: its edit is a rule.
 */
function isMet(
  { address, path, fields, isList, before, after }: ResourceEdit,
  { liveByAddress }: PlannedThings,
): boolean {
  const isDropped = after === null && (fields !== undefined || isTombstone(before));
  if (isList === true || isDropped) return false;
  const live = liveByAddress.get(address);
  if (fields === undefined || live === undefined || isTombstone(after))
    return live === undefined && (fields === undefined || isTombstone(after));
  if (before !== null && KINDS[live.kind].fields[path.at(-1) ?? ""]?.rule === "unsupported") return false;
  const { workspace = "", name } = namesInAddress(address);
  const type = liveByAddress.get(attributeAddress(workspace, name))?.fields.data_type;
  return Object.entries(changedFields(live.fields, fields)).every(([field, value]) =>
    isOtherForm(live.kind, type, live.fields[field] ?? null, value),
  );
}

/** An edit of a thing that the files manage, or of a list of such things, at its address. */
interface ResourceEdit extends Edit {
  readonly address: Address;
  /** What the thing should be now; absent if it should not be there, or the file says nothing of it any more. */
  readonly fields?: Fields;
  /** True for a list that is managed in one version only. */
  readonly isList?: true;
}

/**
 * The differences of the things in a workspace as two versions expand to them, field by field. A thing in a group that was
 * renamed is compared under its present name.
 */
function resourceEdits(
  before: PresentWorkspace | undefined,
  after: PresentWorkspace,
): readonly ResourceEdit[] {
  const addressNow = before ? presentAddresses(before, after) : ({ address }: DesiredResource) => address;
  const then = new Map(before && listedIn(before).map((one) => [addressNow(one), one]));
  const now = byKey(listedIn(after), "address");
  const things = [...new Set([...then.keys(), ...now.keys()])].flatMap((address) =>
    editsOfThing(address, then.get(address), now.get(address)),
  );
  return [...things, ...listEdits(before, after, addressNow)];
}

const listedIn = ({ resources }: PresentWorkspace): readonly DesiredResource[] =>
  resources.filter(({ state }) => state !== "built-in");

function editsOfThing(
  address: Address,
  before: DesiredResource | undefined,
  after: DesiredResource | undefined,
): readonly ResourceEdit[] {
  const [former, current] = [fieldsOf(before), fieldsOf(after)];
  const at = { address, ...(current && { fields: current }) };
  const path = pathOf(address);
  if (former === undefined || current === undefined) {
    const [one, other] = [textOf(address, former), textOf(address, current)];
    return former === current ? [] : [{ ...at, path, before: one, after: other }];
  }
  const names = sortedTexts([...Object.keys(former), ...Object.keys(current)]);
  return names.flatMap((field) => {
    const [one = null, other = null] = [former[field], current[field]];
    if (!isDifferent(one, other)) return [];
    return [{ ...at, path: field === "value" ? path : [...path, field], before: one, after: other }];
  });
}

/** The fields of a thing that the service has as well, without its name, which is its address. */
function fieldsOf(resource: DesiredResource | undefined): Fields | undefined {
  if (resource === undefined) return undefined;
  if (resource.state === "absent") return { state: resource.state };
  const known = KINDS[resource.kind].fields;
  const entries = Object.entries(resource.managed).filter(([field]) => field in known && field !== "name");
  return Object.fromEntries(entries);
}

/** A whole thing in an edit: its value, or its fields; of a membership or a bare entry its name. */
function textOf(address: Address, fields: Fields | undefined): unknown {
  if (fields === undefined) return null;
  if (fields.value !== undefined) return fields.value;
  return Object.keys(fields).length === 0 ? namesInAddress(address).name : fields;
}

/** The place of a resource in the files. */
function pathOf(address: Address): readonly string[] {
  const { workspace, collection, owner, held, name } = namesInAddress(address);
  return ["workspaces", workspace, ...compact([collection, owner, held, collection && name])];
}

/**
 * Lists that one version gives and leaves empty, and the other does not give, of things that both have: a list that has
 * something is no more than what is in it.
 */
function listEdits(
  before: PresentWorkspace | undefined,
  after: PresentWorkspace,
  addressNow: (resource: DesiredResource) => Address,
): readonly ResourceEdit[] {
  if (before === undefined) return [];
  const renamed = new Map(before.resources.map((one) => [one.address, addressNow(one)]));
  const listNow = (list: Address): Address => {
    const owner = ownerOf(list);
    return (renamed.get(owner) ?? owner) + list.slice(owner.length);
  };
  const then = { lists: before.lists.map(listNow), things: new Set(renamed.values()) };
  const now = { lists: after.lists, things: setOf(after.resources, "address") };
  const itself = workspaceAddress(after.name);
  const onlyIn = (
    one: Listed,
    other: Listed,
    texts: Pick<Edit, "before" | "after">,
  ): readonly ResourceEdit[] => {
    const full = new Set([...one.things].map(ownerOf));
    const given = new Set(other.lists);
    const lists = one.lists.filter((list) => {
      const owner = ownerOf(list);
      // The lists of a workspace are of things that are reported where nobody lists them.
      const isInBoth = owner !== itself && one.things.has(owner) && other.things.has(owner);
      return isInBoth && !full.has(list) && !given.has(list);
    });
    return lists.map((address) => {
      const owner = ownerOf(address);
      return { address, isList: true, path: [...pathOf(owner), address.slice(owner.length + 1)], ...texts };
    });
  };
  return [
    ...onlyIn(then, now, { before: {}, after: null }),
    ...onlyIn(now, then, { before: null, after: {} }),
  ];
}

/** The lists that a version gives, and the addresses of its things. */
interface Listed {
  readonly lists: readonly Address[];
  readonly things: ReadonlySet<Address>;
}

const ownerOf = (list: Address): Address => list.slice(0, list.lastIndexOf("/"));

/**
 * Whose access an edit takes over from the product: the difference between what the base gives and what is live. Of a value
 * that a planned change alters it is that as far as none mends it: what is planned beside that is no part of it, and hides
 * no gain in it.
 */
export function adoptedIn(
  sides: WorkspaceInput,
  { live, planned }: Moments,
  {
    changes: mending,
    readings,
  }: { readonly changes: readonly ResourceChange[]; readonly readings: Readings },
): readonly Difference[] {
  const { workspace: earlier, diff } = sides.ofBase ?? {};
  if (earlier?.state !== "present" || diff === undefined) return [];
  const { match, changes } = diff;
  const addressNow = presentAddresses(earlier, sides.workspace);
  const mended = new Set(mending.map(({ address, previous_address }) => previous_address ?? address));
  const undone = changes.filter(({ address, type: kind, change }) => {
    // Precedences decide together: another number may lead to the same order.
    const isPrecedence = KINDS[kind].isRanked && change.actions[0] === "update";
    return isPrecedence || !mended.has(addressNow({ address, kind }));
  });
  const roles = rolesTakenOver(earlier, sides.workspace);
  if (changes.length === 0 && roles.size === 0) return [];
  const viewAfter = (some: typeof changes): View =>
    momentsAround({ ...sides, workspace: earlier }, match, some).planned;
  const views = [live, planned, viewAfter(changes), viewAfter(undone)] as const;
  const attributes = new Set([...live.attributes, ...views[2].attributes]);
  const asDeclared = (member: string): Person | undefined => {
    const person = live.person(member);
    const [now, atEnd, byBase, byUndone] = views.map((view) => view.valuesOf(member));
    if (person === undefined || !now || !atEnd || !byBase || !byUndone) return person;
    const values = [...attributes].flatMap((attribute) => {
      const [value, end] = [now(attribute), atEnd(attribute)];
      const [declared, unmended] = [byBase(attribute), byUndone(attribute)];
      // What the plan leaves as it is counts against all of the base. What it makes as the base has it is no difference.
      const isMended = sameValue(declared, end) || sameValue(unmended, end);
      const before = sameValue(value, end) ? declared : isMended ? value : unmended;
      return before === null ? [] : [[attribute, before] as const];
    });
    const former = withRole(person, roles.get(member), sides.roles.unlimited);
    return { ...former, values: Object.fromEntries(values) };
  };
  return differencesOf({ ...live, person: asDeclared }, live, readings, live.members).filter(
    // By another model the same values may be more, which is no more of who has them by hand than of others.
    ({ role, values }) => role !== undefined || values.length > 0,
  );
}

/** A place in the files at which two versions say different things; `null` where one says nothing. */
export interface Edit {
  /** The keys that lead to it, without those of items of lists. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** The differences of two versions as they are written, leaf by leaf, in the order of the files' keys. */
export function writtenEdits(before: WrittenTree, after: WrittenTree): readonly Edit[] {
  return recordsOf<WrittenTree | string>(before, after).flatMap(({ path = [], lhs, rhs }) => {
    const keys = path.map(String);
    if (typeof lhs === "string" && typeof rhs === "string") return [editAt(keys, lhs, rhs)];
    return [
      ...leavesIn(lhs, keys).map(([at, leaf]) => editAt(at, leaf, undefined)),
      ...leavesIn(rhs, keys).map(([at, leaf]) => editAt(at, undefined, leaf)),
    ];
  });
}

const editAt = (path: readonly string[], before: string | undefined, after: string | undefined): Edit => ({
  path: path.filter((key) => !key.startsWith(ITEM)),
  before: before === undefined ? (defaultAt(path) ?? null) : JSON.parse(before),
  after: after === undefined ? (defaultAt(path) ?? null) : JSON.parse(after),
});

function leavesIn(
  tree: WrittenTree | string | undefined,
  path: readonly string[],
): readonly (readonly [path: readonly string[], leaf: string])[] {
  if (tree === undefined) return [];
  if (typeof tree === "string") return [[path, tree]];
  return Object.entries(tree).flatMap(([key, inner]) => leavesIn(inner, [...path, key]));
}
