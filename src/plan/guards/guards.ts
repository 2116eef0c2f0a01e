import { quote } from "../../config/text/wording.js";
import { KINDS } from "../../kinds/registry.js";
import {
  type Address,
  ALL_USERS,
  ancestorAddress,
  groupAddress,
  matchesBelow,
  matchesPattern,
  workspaceAddress,
  workspaceOf,
} from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Guard, ResourceChange } from "../../model/plan/plan.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import { type Limits, stricterLimits } from "../../model/state/desired-state.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import type { PlanOptions, Rules } from "../input/inputs.js";
import type { UnreadLoss } from "../people/unread-values.js";
import { type AccessFacts, accessLimits } from "./access-limits.js";
import { type Allowance, allowanceOf, shellWord } from "./allowance.js";
import { everyAddressOf, type ServiceNames } from "./live-names.js";
import { guardPeople, type WatchedPerson } from "./people-guards.js";

/** The parts of a plan that guards check. */
export interface GuardedPlan extends AccessFacts {
  readonly changes: readonly ResourceChange[];
  readonly unread: readonly UnreadLoss[];
  /** Removed memberships of people who only move to another group. */
  readonly moves: ReadonlySet<Address>;
  /** The number of live things of each kind in the managed workspaces. */
  readonly live: ReadonlyMap<ResourceKind, number>;
  /** Groups that live, by workspace, the built-in one left out. */
  readonly groups: ReadonlyMap<string, number>;
  /** Names in the service, where the file has others. */
  readonly names: readonly ServiceNames[];
  readonly people: readonly WatchedPerson[];
  /** Findings about the roster. */
  readonly checks: readonly Diagnostic[];
}

/** Below this many live things of a kind the percentage says little: there only "all of them" counts. */
const SMALL = 10;
const FEW = 3;

/**
 * Asks every guard of the changes (expectations are asked of the end state) and returns those that have something to
 * say, with the exact override where there is one: they refuse, or were allowed by it. With a base the stricter of both
 * files' limits and patterns holds, so that no edit loosens a guard and uses it at once.
 */
export function askGuards(plan: GuardedPlan, desired: Rules, options: PlanOptions): readonly Guard[] {
  const allowance = allowanceOf(options.allow);
  const { base } = options;
  const limits = base === undefined ? desired.limits : stricterLimits(desired.limits, base.limits);
  const deletes = plan.changes.filter(({ change }) => change.actions[0] === "delete");
  const unarchived = deletes.filter(isNotArchived);
  // Overrides for a whole workspace must use its live name.
  const liveNames = new Map(plan.names.map(({ workspace, liveWorkspace }) => [workspace, liveWorkspace]));
  const liveName: LiveName = (address) => liveNames.get(workspaceOf(address)) ?? workspaceOf(address);
  const limited = [
    ...limitedDeletes(
      deletes.filter(({ address }) => !plan.moves.has(address)),
      plan.live,
      limits,
      allowance,
    ),
    ...accessLimits(plan, limits, allowance),
  ];
  return [
    ...leftOutOfBase(options),
    ...protectedThings(plan, deletes, [...desired.protect, ...(base?.protect ?? [])]),
    ...unnamedArchives(deletes, liveName, allowance),
    ...wholeWorkspaces(deletes, liveName, plan.groups, allowance),
    ...guardPeople(plan.people, unarchived, plan.access, allowance),
    ...limited.map((guard) =>
      isLoosened(guard, desired.limits, limits) ? { ...guard, message: `${guard.message}. ${HELD}` } : guard,
    ),
    ...failedChecks(plan, allowance),
  ];
}

/** Files of the base that were allowed to be none of the run's: an approval covers them, too. */
function leftOutOfBase({ baseUnread = [] }: PlanOptions): Guard[] {
  return baseUnread.map((path) => ({
    code: "base-unread",
    name: "base-unread",
    refused: false,
    message: `The base has ${quote(path)}, which this run does not read`,
    addresses: [],
    override: `--allow base-unread=${shellWord(path)}`,
  }));
}

/** The name in the service of the workspace that an address is in. */
type LiveName = (address: Address) => string;

const HELD = "The limit in the base version applies. Your looser limit applies from the next change on";

function isLoosened({ code, name }: Guard, edited: Limits, limits: Limits): boolean {
  const { delete: deletions, access } = limits;
  if (code === "limit-delete")
    return edited.delete.count > deletions.count || edited.delete.percent > deletions.percent;
  return name === "access.widened"
    ? (edited.access.widened ?? Number.POSITIVE_INFINITY) > (access.widened ?? 0)
    : edited.access.opened > access.opened;
}

/** Returns true unless the deletion is implied by archiving its workspace; `--allow archive` already covers those. */
function isNotArchived({ implied_by }: ResourceChange): boolean {
  return implied_by === undefined || implied_by !== ancestorAddress(implied_by, 1);
}

/** By any name that the thing has, since the file chooses what it calls a pinned workspace and a renamed group. */
function protectedThings(
  plan: GuardedPlan,
  deletes: readonly ResourceChange[],
  patterns: readonly string[],
): Guard[] {
  const everyAddress = everyAddressOf(plan.names);
  const isMeant = (address: Address, matches: typeof matchesPattern) =>
    everyAddress(address).some((name) => patterns.some((pattern) => matches(pattern, name)));
  const read = [...deletes, ...plan.unread].map(({ address }) => address);
  // An archived group may be meant itself, and what is below it.
  const meant = new Set([
    ...read.filter((address) => isMeant(address, matchesPattern)),
    ...unreadInArchives(deletes).filter((address) => isMeant(address, matchesBelow)),
  ]);
  const addresses = [...meant];
  if (addresses.length === 0) return [];
  return [
    {
      code: "protected",
      name: "protect",
      refused: true,
      message: "protect forbids deleting these; to delete them on purpose, change `protect` first",
      actual: addresses.length,
      addresses,
    },
  ];
}

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

function unnamedArchives(
  deletes: readonly ResourceChange[],
  liveName: LiveName,
  allowance: Allowance,
): Guard[] {
  return deletes
    .filter(({ type }) => KINDS[type].isArchived)
    .map(({ address }) => ({
      code: "archive-unnamed",
      name: "archive",
      refused: !allowance.isNamed("archive", liveName(address)),
      message: `archiving ${liveName(address)} moves its users to another workspace and cannot be undone through the API`,
      override: `--allow ${shellWord(`archive=${liveName(address)}`)}`,
      addresses: [address],
    }));
}

/** Groups that go with an archive were named with it. */
function wholeWorkspaces(
  deletes: readonly ResourceChange[],
  liveName: LiveName,
  live: GuardedPlan["groups"],
  allowance: Allowance,
): Guard[] {
  const own = deletes.filter(({ type, implied_by }) => KINDS[type].isRanked && implied_by === undefined);
  const going = groupBy(
    own.map(({ address }) => address),
    workspaceOf,
  );
  return [...going].flatMap(([workspace, addresses]): Guard[] => {
    if (addresses.length < (live.get(workspace) ?? 0)) return [];
    const name = liveName(workspaceAddress(workspace));
    return [
      {
        code: "all-groups",
        name: "all-groups",
        refused: !allowance.isNamed("all-groups", name),
        message: `every group of ${name} would be deleted`,
        actual: addresses.length,
        override: `--allow ${shellWord(`all-groups=${name}`)}`,
        addresses,
      },
    ];
  });
}

/** By kind and, for the kinds that no override named, by run. What goes with another deletion is not counted again. */
function limitedDeletes(
  deletes: readonly ResourceChange[],
  existing: GuardedPlan["live"],
  limits: Limits,
  allowance: Allowance,
): Guard[] {
  const { count: limit } = limits.delete;
  const own = deletes.filter(({ implied_by, type }) => implied_by === undefined && !KINDS[type].isArchived);
  const guards: Guard[] = [];
  const unnamed: Address[] = [];
  const totalLimit = allowance.numberOf("delete.total") ?? limit;
  for (const kind of RESOURCE_KINDS) {
    const addresses = own.filter(({ type }) => type === kind).map(({ address }) => address);
    const live = existing.get(kind) ?? 0;
    const actual = addresses.length;
    const name = `delete.${kind}`;
    const allowed = allowance.numberOf(name);
    if (allowed === undefined) unnamed.push(...addresses);
    // Deletions that are allowed by name do not count in the run. The plan says so if that made the difference.
    const isSpared = allowed !== undefined && actual > 0 && own.length > totalLimit;
    const exceeded =
      exceededLimit(actual, live, limits.delete, readsInPart(kind)) ??
      (isSpared ? { limit, why: `not counted among the ${own.length} of the run` } : undefined);
    if (exceeded === undefined) continue;
    guards.push({
      code: "limit-delete",
      name,
      refused: actual > (allowed ?? 0),
      message: `${count(actual, ...KINDS[kind].noun)} would be deleted, ${exceeded.why}`,
      limit: exceeded.limit,
      actual,
      override: `--allow ${name}=${actual}`,
      addresses,
    });
  }
  const total = unnamed.length;
  if (total > Math.min(limit, totalLimit) && !guards.some(({ refused }) => refused)) {
    guards.push({
      code: "limit-delete",
      name: "delete.total",
      refused: total > totalLimit,
      message: `${total} things would be deleted in one run, more than ${limit}`,
      limit,
      actual: total,
      override: `--allow delete.total=${total}`,
      addresses: unnamed,
    });
  }
  return guards;
}

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

/** Guards for failed checks that the file sets to `error`. */
function failedChecks({ checks }: GuardedPlan, allowance: Allowance): Guard[] {
  const errors = checks.filter(({ severity }) => severity === "error");
  return [...groupBy(errors, ({ code }) => code)].map(([code, findings]) => ({
    code,
    name: code,
    refused: findings.length > (allowance.numberOf(code) ?? 0),
    message: `${count(findings.length, "finding")} of a check that the file calls an error`,
    limit: 0,
    actual: findings.length,
    override: `--allow ${code}=${findings.length}`,
    addresses: findings.flatMap(({ address }) => address ?? []),
  }));
}
