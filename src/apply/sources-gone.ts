import { isOpen } from "../access/values/value-meaning.js";
import type { ReadClient } from "../api/operations.js";
import {
  type Address,
  ALL_USERS,
  groupValueAddress,
  memberAddress,
  membershipAddress,
  memberValueAddress,
  namesInAddress,
  workspaceOf,
} from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { Group } from "../model/generated/service.js";
import type { CountedSource, Step } from "../model/plan/plan.js";
import { byKey, groupBy, setOf } from "../util/collections.js";
import { type GoneSource, sourceGone } from "./apply-diagnostic.js";
import type { ResourceIds } from "./resource-ids.js";
import type { TaskOutcomes } from "./walk.js";

/** The sources on which removals of one workspace count, and the progress of the run. */
interface SourcesAsked {
  readonly client: ReadClient;
  readonly resourceIds: ResourceIds;
  /** The steps of the workspace. */
  readonly steps: readonly Step[];
  readonly counted: readonly CountedSource[];
  readonly outcomes: TaskOutcomes;
  /** Looks after the removals instead of before them. */
  readonly removed: boolean;
}

/** The number of lists of a workspace that one recheck reads. */
const MOST_LISTS = 2;

/**
 * Looks at the sources once more and says which of them somebody else has removed; sources that this run has not made
 * do not count. Reads the groups, if any but the built-in one is counted on, and the values of the sources that most
 * people count on: two lists at most. Rejects with an `ApiError`.
 */
export async function sourcesGone(asked: SourcesAsked): Promise<readonly Diagnostic[]> {
  const { client, resourceIds, removed } = asked;
  const counted = stillCounted(asked);
  const [first] = counted;
  if (first === undefined) return [];
  const workspace_id = resourceIds.workspaceIdOf(first.source);
  const isListed = counted.some(({ source }) => isListedGroup(source));
  const groups = isListed ? (await client.listGroups({ workspace_id })).data : [];
  const byId = byKey(groups, "id");
  const isThere = (owner: Address): boolean => !isListedGroup(owner) || byId.has(resourceIds.idOf(owner));
  const owners = mostCountedOn(counted).slice(0, MOST_LISTS - (isListed ? 1 : 0));
  const sets = owners
    .filter(isThere)
    .map(async (owner) => [owner, await attributesSetBy(owner, client, resourceIds)] as const);
  const attributesOf = new Map(await Promise.all(sets));
  const gone = counted.flatMap((each): GoneSource[] => {
    const lost = isListedGroup(each.source)
      ? lostIn(each, byId.get(resourceIds.idOf(each.source)), resourceIds)
      : [];
    const isUnset = attributesOf.get(each.source)?.has(resourceIds.idOf(each.attribute)) === false;
    return isUnset && lost.length === 0 ? [{ ...each, gone: "value" }] : lost;
  });
  const alike = groupBy(gone, ({ source, gone }) => `${gone} ${source}`);
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [sourceGone([first, ...others], resourceIds, removed)],
  );
}

/** The sources of removals that are at stake, without sources that this run has not made. */
function stillCounted({ steps, counted, outcomes, removed }: SourcesAsked): readonly CountedSource[] {
  const atStake = new Set<Address>();
  const unmade = new Set<Address>();
  for (const { step, address, action } of steps) {
    const outcome = outcomes.get(step);
    if (action === "delete" && outcome === (removed ? "done" : "not_started")) atStake.add(address);
    if (action === "create" && outcome !== "done") unmade.add(address);
  }
  return counted.flatMap((each): CountedSource[] => {
    const { removal, source, attribute } = each;
    if (!atStake.has(removal) || unmade.has(valueAddress(source, attribute))) return [];
    const members = each.members.filter((member) => !unmade.has(membershipOf(source, member)));
    return members.length === 0 ? [] : [{ ...each, members }];
  });
}

/** The sources by how many people count on them, most people first, then by address. */
function mostCountedOn(counted: readonly CountedSource[]): readonly Address[] {
  const people = [...groupBy(counted, ({ source }) => source)].map(
    ([source, all]) => [source, all.reduce((sum, { members }) => sum + members.length, 0)] as const,
  );
  return people.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([source]) => source);
}

function lostIn(counted: CountedSource, group: Group | undefined, resourceIds: ResourceIds): GoneSource[] {
  if (group === undefined) return [{ ...counted, gone: "group" }];
  const users = new Set(group.users);
  const workspace = workspaceOf(counted.source);
  const members = counted.members.filter(
    (member) => !users.has(resourceIds.idOf(memberAddress(workspace, member))),
  );
  return members.length === 0 ? [] : [{ ...counted, members, gone: "membership" }];
}

/** Ids of the attributes for which a group or a member has a value that hides something. */
async function attributesSetBy(
  owner: Address,
  client: SourcesAsked["client"],
  resourceIds: ResourceIds,
): Promise<ReadonlySet<string>> {
  const workspace_id = resourceIds.workspaceIdOf(owner);
  const source = isGroup(owner) ? "group" : "user";
  const { data } = isGroup(owner)
    ? await client.listGroupValues({ workspace_id, group_id: await resourceIds.groupIdOf(owner) })
    : await client.listMemberValues({ workspace_id, user_id: resourceIds.idOf(owner) });
  return setOf(
    data.filter((row) => row.source === source && !isOpen(row.value)),
    "user_attribute_definition_id",
  );
}

const isGroup = (owner: Address): boolean => namesInAddress(owner).collection === "groups";

/**
 * Returns true for a group whose list of users counts: everybody is in the built-in group, regardless of its
 * list.
 */
const isListedGroup = (owner: Address): boolean => isGroup(owner) && nameOf(owner) !== ALL_USERS;

const nameOf = (address: Address): string => namesInAddress(address).name;

const membershipOf = (source: Address, member: string): Address =>
  membershipAddress(workspaceOf(source), nameOf(source), member);

function valueAddress(source: Address, attribute: Address): Address {
  const of = isGroup(source) ? groupValueAddress : memberValueAddress;
  return of(workspaceOf(source), nameOf(source), nameOf(attribute));
}
