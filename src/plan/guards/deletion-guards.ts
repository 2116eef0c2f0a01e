import { KINDS } from "../../kinds/registry.js";
import {
  type Address,
  ALL_USERS,
  groupAddress,
  matchesBelow,
  matchesPattern,
  workspaceAddress,
  workspaceOf,
} from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { Limits } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { allowanceOf, DELETED_KINDS, type Objection } from "./allowance.js";
import { everyAddressOf } from "./live-names.js";
import {
  deletionsIn,
  type Guard,
  limitMessage,
  limitsOf,
  type PlanFacts,
  type RuleGuard,
} from "./plan-facts.js";

/** The number of live things of a kind below which a percentage means little: only "all of them" counts then. */
const SMALL = 10;
/** The number of live things of a kind from which "all of them" is refused. */
const FEW = 3;

/**
 * The guard of protected things, by any of their names, since the file chooses the names of pinned workspaces
 * and renamed groups.
 */
export const protectedThings: RuleGuard = (facts) => {
  const { parts, desired, base } = facts;
  const deletes = deletionsIn(facts);
  const patterns = [...desired.protect, ...(base?.desired.protect ?? [])];
  const everyAddress = everyAddressOf(parts.map(({ names }) => names));
  const isProtected = (address: Address, matches: typeof matchesPattern) =>
    everyAddress(address).some((name) => patterns.some((pattern) => matches(pattern, name)));
  const unread = parts.flatMap(({ unreadLosses }) => unreadLosses);
  // An archived group may be meant itself, and what is below it.
  const protectedAddresses = new Set([
    ...[...deletes, ...unread]
      .map(({ address }) => address)
      .filter((address) => isProtected(address, matchesPattern)),
    ...unreadInArchives(deletes).filter((address) => isProtected(address, matchesBelow)),
  ]);
  const addresses = [...protectedAddresses];
  const message = "protect forbids deleting these; to delete them on purpose, change `protect` first";
  return addresses.length === 0 ? [] : [{ guard: "protect", message, actual: addresses.length, addresses }];
};

/** The addresses of everything that an archive removes and that was not read: people, and values of groups. */
function unreadInArchives(deletes: readonly ResourceChange[]): readonly Address[] {
  return deletes.flatMap(({ type, address }) => {
    if (!KINDS[type].isArchived) return [];
    const workspace = workspaceOf(address);
    const groups = deletes.filter((c) => KINDS[c.type].isRanked && workspaceOf(c.address) === workspace);
    const builtIn = groupAddress(workspace, ALL_USERS);
    return [`${address}/members`, builtIn, ...groups.map((group) => group.address)];
  });
}

export const namedArchives: Guard = (facts) => {
  const isNew = ({ type, change }: ResourceChange) =>
    KINDS[type].isArchived && change.actions[0] === "create";
  const created = facts.resource_changes.find(isNew)?.address;
  const hint = created && `. If ${created} is the same one under another key, write its \`id\` there`;
  return deletionsIn(facts)
    .filter(({ type }) => KINDS[type].isArchived)
    .map(({ address }) => {
      const named = liveNameOf(address, facts);
      const message = `archiving ${named} moves its users to another workspace and cannot be undone through the API${hint ?? ""}`;
      return { guard: "archive", named, message, addresses: [address] };
    });
};

/** The name in the service of the workspace that an address is in: overrides for a whole workspace must use it. */
function liveNameOf(address: Address, { parts }: PlanFacts): string {
  const workspace = workspaceOf(address);
  return parts.find(({ names }) => names.workspace === workspace)?.names.liveWorkspace ?? workspace;
}

/** Groups that go with an archive were named with it. */
export const completeWorkspaces: Guard = (facts) => {
  const own = deletionsIn(facts).filter(
    ({ type, implied_by }) => KINDS[type].isRanked && implied_by === undefined,
  );
  const going = groupBy(
    own.map(({ address }) => address),
    workspaceOf,
  );
  return [...going].flatMap(([workspace, addresses]): readonly Objection[] => {
    const live = facts.parts.find(({ names }) => names.workspace === workspace)?.byKind.get("group") ?? [];
    if (addresses.length < live.length) return [];
    const named = liveNameOf(workspaceAddress(workspace), facts);
    const message = `every group of ${named} would be deleted`;
    return [{ guard: "all-groups", named, message, actual: addresses.length, addresses }];
  });
};

/**
 * The guard of deletions, counted by kind and, for the kinds without an override, by run. Things deleted with
 * another one are not counted again.
 */
export const limitedDeletes: RuleGuard = (facts) => {
  const { parts, desired, options } = facts;
  const allowance = allowanceOf(options.allow);
  const limits = limitsOf(facts).delete;
  const edited = desired.limits.delete;
  const isLoosened = edited.count > limits.count || edited.percent > limits.percent;
  const moves = new Set(parts.flatMap((part) => [...part.moves]));
  const own = deletionsIn(facts).filter(
    ({ address, implied_by, type }) =>
      implied_by === undefined && !KINDS[type].isArchived && !moves.has(address),
  );
  const objections: Objection[] = [];
  const unnamed: Address[] = [];
  let isRefused = false;
  const totalLimit = allowance.numberOf("delete.total") ?? limits.count;
  for (const kind of DELETED_KINDS) {
    const addresses = own.filter(({ type }) => type === kind).map(({ address }) => address);
    const live = parts.reduce((sum, { byKind }) => sum + (byKind.get(kind) ?? []).length, 0);
    const actual = addresses.length;
    const guard = `delete.${kind}` as const;
    const allowed = allowance.numberOf(guard);
    if (allowed === undefined) unnamed.push(...addresses);
    // Deletions that are allowed by name do not count in the run. The plan says so if that made the difference.
    const isSpared = allowed !== undefined && actual > 0 && own.length > totalLimit;
    const exceeded =
      exceededLimit(actual, live, limits, readsInPart(kind)) ??
      (isSpared ? { limit: limits.count, why: `not counted among the ${own.length} of the run` } : undefined);
    if (exceeded === undefined) continue;
    const { limit, why } = exceeded;
    isRefused ||= actual > (allowed ?? limit);
    const message = limitMessage(
      `${count(actual, ...KINDS[kind].noun)} would be deleted, ${why}`,
      isLoosened,
    );
    objections.push({ guard, message, limit, actual, addresses });
  }
  const total = unnamed.length;
  if (total > Math.min(limits.count, totalLimit) && !isRefused) {
    const text = `${total} things would be deleted in one run, more than ${limits.count}`;
    const message = limitMessage(text, isLoosened);
    objections.push({
      guard: "delete.total",
      message,
      limit: limits.count,
      actual: total,
      addresses: unnamed,
    });
  }
  return objections;
};

/** Returns true if a plan reads only those that it needs, so that nobody knows how many there are. */
const readsInPart = (kind: ResourceKind): boolean => KINDS[kind].carriesValue !== undefined;

/** The limit that a number of deletions exceeds, if any: the count, the percentage, or all of a few. */
function exceededLimit(
  actual: number,
  live: number,
  { count, percent }: Limits["delete"],
  isReadInPart: boolean,
): { readonly limit: number; readonly why: string } | undefined {
  if (actual > count) return { limit: count, why: `more than ${count}` };
  if (live >= SMALL && actual * 100 > percent * live)
    return {
      limit: Math.floor((percent * live) / 100),
      why: `more than ${percent} % of ${isReadInPart ? `the ${live} that were read` : `all ${live}`}`,
    };
  if (live < SMALL && actual >= FEW && actual >= live)
    return { limit: live - 1, why: isReadInPart ? "all that were read" : "all of them" };
  return undefined;
}
