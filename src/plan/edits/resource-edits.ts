import { KINDS } from "../../kinds/registry.js";
import { type Address, namesInAddress, parseAddress } from "../../model/address.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import { isDifferent } from "../diff/compare.js";
import { presentAddresses } from "../diff/declared.js";
import type { Edit } from "./written-edits.js";

/** An edit of a thing that the files manage, or of a list of such things, at its address. */
export interface ResourceEdit extends Edit {
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
export function resourceEdits(
  before: PresentWorkspace | undefined,
  after: PresentWorkspace,
): readonly ResourceEdit[] {
  const addressNow = before ? presentAddresses(before, after) : ({ address }: DesiredResource) => address;
  const then = new Map(before && presentIn(before).map((one) => [addressNow(one), one]));
  const now = new Map(presentIn(after).map((one) => [one.address, one]));
  const things = [...new Set([...then.keys(), ...now.keys()])].flatMap((address) =>
    editsOfThing(address, then.get(address), now.get(address)),
  );
  return [...things, ...listEdits(before, after, addressNow)];
}

const presentIn = ({ resources }: PresentWorkspace): readonly DesiredResource[] =>
  resources.filter(({ state }) => state === "present");

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
  const names = [...new Set([...Object.keys(former), ...Object.keys(current)])].sort();
  return names.flatMap((field) => {
    const [one = null, other = null] = [former[field], current[field]];
    if (!isDifferent(one, other)) return [];
    return [{ ...at, path: field === "value" ? path : [...path, field], before: one, after: other }];
  });
}

/** The fields of a thing that the service has as well, without its name, which is its address. */
function fieldsOf(resource: DesiredResource | undefined): Fields | undefined {
  if (resource === undefined) return undefined;
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

/** The place of an address in the files. */
const pathOf = (address: Address): readonly string[] => ["workspaces", ...parseAddress(address)];

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
  const former = emptyLists(before.lists.map(listNow), before.resources.map(addressNow));
  const current = emptyLists(
    after.lists,
    after.resources.map(({ address }) => address),
  );
  const [given, givenNow] = [new Set(before.lists.map(listNow)), new Set(after.lists)];
  const [known, present] = [
    new Set(renamed.values()),
    new Set(after.resources.map(({ address }) => address)),
  ];
  const isInBoth = (list: Address): boolean => known.has(ownerOf(list)) && present.has(ownerOf(list));
  const edit = (address: Address, isGiven: boolean): ResourceEdit => {
    const [one, other] = isGiven ? [null, "{}"] : ["{}", null];
    return { address, isList: true, path: pathOf(address), before: one, after: other };
  };
  return [
    ...former.filter((list) => !givenNow.has(list) && isInBoth(list)).map((list) => edit(list, false)),
    ...current.filter((list) => !given.has(list) && isInBoth(list)).map((list) => edit(list, true)),
  ];
}

const ownerOf = (list: Address): Address => list.slice(0, list.lastIndexOf("/"));

/** The lists of a group or a person that hold nothing. */
function emptyLists(lists: readonly Address[], things: readonly Address[]): readonly Address[] {
  const full = new Set(things.map(ownerOf));
  return lists.filter((list) => parseAddress(list).length > 2 && !full.has(list));
}
