import { KINDS } from "../../kinds/registry.js";
import type { Ending } from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { listAddress } from "../../model/state/contents.js";
import type { DesiredState, DesiredWorkspace, End } from "../../model/state/desired-state.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { groupBy, sortedBy } from "../../util/collections.js";

/** A plan says what ends within so many days. */
const DAYS_AHEAD = 14;
const DAY_MS = 86_400_000;

/**
 * The state as it counts on a day, `YYYY-MM-DD`: an entry after its last day is as good as not written, and stands among
 * `ended`. The end of a person is the end of all their memberships and own values. Asked again on a later day, the result
 * is that of the later day.
 */
export function stateOnDay<State extends Pick<DesiredState, "workspaces">>(
  desired: State,
  day: string,
): State {
  const workspaces = desired.workspaces.map((workspace) => onDay(workspace, day));
  return workspaces.every((one, i) => one === desired.workspaces[i]) ? desired : { ...desired, workspaces };
}

function onDay(workspace: DesiredWorkspace, day: string): DesiredWorkspace {
  if (workspace.state === "absent" || workspace.resources.every(({ until }) => until === undefined))
    return workspace;
  const { name, resources, lists } = workspace;
  const lastDayOf = lastDaysIn(workspace);
  const kept: DesiredResource[] = [];
  const ended: End[] = [];
  const ending: End[] = [];
  const emptied = new Set<string>();
  const soon = daysAfter(day, DAYS_AHEAD);
  for (const resource of resources) {
    const { address, kind, person } = resource;
    const member = person?.email ?? "";
    const last = lastDayOf.get(member);
    const until = lastDayOfEntry(resource, lastDayOf);
    if (until !== undefined && until < day) {
      ended.push({ address, member, until });
      if (isPerson(kind)) emptied.add(listAddress("member_value", name, member));
      continue;
    }
    kept.push(resource);
    // What ends with its person is not named besides.
    const isNamed = isPerson(kind) || until !== last;
    if (until !== undefined && until <= soon && isNamed) ending.push({ address, member, until });
  }
  return {
    ...workspace,
    resources: kept,
    lists: lists.filter((list) => !emptied.has(list)),
    ended: [...(workspace.ended ?? []), ...ended],
    ending,
  };
}

/** The last days that a workspace of the file gives to people, by canonical e-mail address. */
export function lastDaysIn(workspace: DesiredWorkspace): ReadonlyMap<string, string> {
  const resources = workspace.state === "present" ? workspace.resources : [];
  return new Map(
    resources.flatMap(({ kind, name: member, until }) =>
      isPerson(kind) && until !== undefined ? [[member, until] as const] : [],
    ),
  );
}

/** The last day of an entry: its own, or that of its person where that is earlier. */
export function lastDayOfEntry(
  { person, until: own }: DesiredResource,
  lastDayOf: ReadonlyMap<string, string>,
): string | undefined {
  const last = lastDayOf.get(person?.email ?? "");
  return own === undefined || (last !== undefined && last < own) ? last : own;
}

/** Returns true for the kind of a person, and not of what the person holds. */
const isPerson = (kind: ResourceKind): boolean => KINDS[kind].sendsMail === true;

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** What ends soon in a workspace of the file, the earliest first. */
export const endingIn = (workspace: DesiredWorkspace): readonly Ending[] =>
  endings(workspace, (workspace.state === "present" && workspace.ending) || []);

/** Every last day that a workspace of the file names, by member. */
export function endsByMember(workspace: DesiredWorkspace): ReadonlyMap<string, readonly Ending[]> {
  const resources = workspace.state === "present" ? workspace.resources : [];
  const ends = resources.flatMap(({ address, person, until }) =>
    until === undefined ? [] : [{ address, member: person?.email ?? "", until }],
  );
  return groupBy(endings(workspace, ends), ({ member }) => member);
}

const endings = ({ name: workspace }: DesiredWorkspace, ends: readonly End[]): readonly Ending[] =>
  sortedBy(
    ends.map(({ member, address, until }) => ({ workspace, member, address, until })),
    ({ until, address }) => `${until} ${address}`,
  );

/** What has ended in a workspace of the file. */
export const endsIn = (workspace: DesiredWorkspace): readonly End[] =>
  (workspace.state === "present" && workspace.ended) || [];
