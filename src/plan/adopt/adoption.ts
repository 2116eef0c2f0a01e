import type { ValidFile } from "../../config/config.js";
import { commentsIn } from "../../config/edit/text-edit.js";
import { type Drift, writeDrift } from "../../config/edit/write-drift.js";
import { KINDS } from "../../kinds/registry.js";
import {
  type Address,
  ancestorAddress,
  kindOfAddress,
  matchesPattern,
  memberAddress,
  namesInAddress,
  workspaceOf,
} from "../../model/address.js";
import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import { contentsOf, listAddress } from "../../model/state/contents.js";
import { type DesiredState, type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { differingKeys } from "../diff/compare.js";
import { precedenceOf } from "../diff/match-groups.js";
import { liveWorkspaceOf } from "../input/inputs.js";
import { forWhoHasJoined } from "../people/has-joined.js";

/** A difference that is not written into the file, and what to do about it. */
export interface LeftDrift {
  readonly address: Address;
  readonly advice: string;
}

/** A file with drift in it, and the drifts that its texts do not take. */
interface FileWithDrift {
  readonly file: ValidFile;
  readonly left: readonly Drift[];
}

/** Returns true if an address is one of these, or in one of these. */
export const isWithin = (outer: readonly Address[], address: Address): boolean =>
  outer.some((one) => `${address}/`.startsWith(`${one}/`));

/**
 * A file for which things at these addresses differ that it does not manage, as if it wanted them gone, and the addresses
 * with those of the lists that begin with them: one value alone would take out all others.
 */
export function asIfManaged(
  desired: DesiredState,
  asked: readonly Address[],
): { readonly desired: DesiredState; readonly asked: readonly Address[] } {
  const begun: Address[] = [];
  const workspaces = desired.workspaces.map((workspace): DesiredWorkspace => {
    if (workspace.state === "absent") return workspace;
    const { at, gives } = contentsOf(workspace);
    const gone: DesiredResource[] = [];
    for (const address of asked) {
      const { workspace: place, name, owner } = namesInAddress(address);
      const kind = kindOfAddress(address);
      if (place !== workspace.name || kind === undefined || at(address) !== undefined) continue;
      if (owner === undefined) gone.push({ address, kind, name, state: "absent", managed: {} });
      else if (!gives(kind, owner)) begun.push(listAddress(kind, place, owner));
    }
    const { resources, lists } = workspace;
    return { ...workspace, resources: [...resources, ...gone], lists: [...lists, ...begun] };
  });
  return { desired: { ...desired, workspaces }, asked: [...asked, ...begun] };
}

/** The differences of a plan, by what can be done about each: the base of the plan is its file. */
export function adoptionOf(
  plan: Plan,
  { desired, live }: { readonly desired: DesiredState; readonly live: LiveState },
  asked: readonly Address[],
): { readonly drifts: readonly Drift[]; readonly left: readonly LeftDrift[] } {
  const drifts: Drift[] = [];
  const left: LeftDrift[] = [];
  const isForJoiner = forWhoHasJoined(plan);
  const kept = new Set<Address>();
  for (const change of plan.resource_changes) {
    if (change.change.actions[0] === "no-op") continue;
    const hasJoined = asked.length === 0 && isForJoiner(change);
    const advice = hasJoined ? FOR_A_JOINER : adviceOn(change, desired, live, asked);
    if (advice !== undefined) {
      left.push({ address: change.address, advice });
      if (change.change.before === null) kept.add(change.address);
      // What needs a group or an attribute that is gone and stays in the file stays as well.
    } else if (!KINDS[change.type].needs(change.address).some((needed) => kept.has(needed)))
      drifts.push(driftIn(change));
  }
  for (const { address, type: kind, field, before, instead } of plan.unsupported) {
    const isInvited = plan.arrivals.some(
      ({ workspace, member, invite }) => invite === "pending" && memberAddress(workspace, member) === address,
    );
    if (isInvited) drifts.push({ address, kind, fields: { [field]: before }, isNew: false });
    else left.push({ address, advice: `has the ${field} ${before} in the product. ${instead}` });
  }
  for (const { workspace, member } of plan.not_listed)
    left.push({ address: memberAddress(workspace, member), advice: "is a member and not listed" });
  const isAsked = ({ address }: LeftDrift | Drift) => asked.length === 0 || isWithin(asked, address);
  return { drifts: drifts.filter(isAsked), left: left.filter(isAsked) };
}

/** Somebody who was taken out of everything by hand looks like somebody who has joined. */
const FOR_A_JOINER =
  "waits for the next apply: they seem to have joined; were they taken out by hand, give `adopt` this address";

/** What to do about a change that the file cannot take over; `undefined` for another one. */
function adviceOn(
  { address, type, previous_address, change: { before, after } }: ResourceChange,
  desired: DesiredState,
  live: LiveState,
  asked: readonly Address[],
): string | undefined {
  const workspace = presentIn(desired.workspaces).find(({ name }) => name === workspaceOf(address));
  const { name, owner } = namesInAddress(address);
  const isMarked = after === null && workspace?.resources.some((one) => one.address === address);
  if (workspace === undefined || previous_address || isMarked || (KINDS[type].isArchived && !before))
    return "waits for an apply: the file asks for it by an edit";
  if (KINDS[type].sendsMail) return "is neither a member nor invited any more: take them out, or invite them";
  if (before === null && desired.protect.some((pattern) => matchesPattern(pattern, address)))
    return "is gone in the product, and `protect` keeps it: change `protect` first";
  const contents = contentsOf(workspace);
  // A new group brings its lists; any other list that begins would take out what it does not hold.
  const isListed =
    (KINDS[type].carriesValue !== "member" && !contents.at(ancestorAddress(address, 3))) ||
    contents.gives(type, owner) ||
    asked.includes(listAddress(type, workspace.name, owner));
  if (after === null && !isListed)
    return "is in a list that the file does not give: begin that list by hand, with everything in it";
  const order = workspace.precedence_order ?? [];
  if (!KINDS[type].isRanked || before === null || after === null || !order.includes(name)) return undefined;
  const groups = contentsOf(liveWorkspaceOf(live, workspace)).of("group");
  const numbers = new Map(groups.map((group) => [group.name, precedenceOf(group)]));
  const now = [...order].sort((a, b) => (numbers.get(b) ?? 0) - (numbers.get(a) ?? 0));
  const at = order.findIndex((group, i) => group !== now[i]);
  return `has another precedence in the product: ${at < 0 ? "apply the order" : `swap ${order[at]} and ${now[at]} in \`precedence_order\``}`;
}

function driftIn({ address, type: kind, change: { before, after } }: ResourceChange): Drift {
  if (before === null) return { address, kind, fields: null, isNew: false };
  const differing = Object.entries(before).filter(
    ([field, value]) =>
      value !== null && field !== "name" && field in KINDS[kind].fields && value !== after?.[field],
  );
  return { address, kind, fields: Object.fromEntries(differing), isNew: after === null };
}

/**
 * Writes drift into a file: the new file says of each written thing what the product has, of all others what it said, and it
 * has every comment. Where one edit is in the way of that, the others are tried without it.
 */
export function withDrift(file: ValidFile, drifts: readonly Drift[]): FileWithDrift {
  const sources = writeDrift(file.sources, drifts);
  const { desired, ...config } = file.withTexts(sources);
  const [before, now] = [thingsIn(file.desired), thingsIn(desired)];
  const left = drifts.filter(({ address, fields }) => {
    const thing = now[address];
    if (thing === undefined || fields === null) return (thing === undefined) !== (fields === null);
    return Object.entries(fields).some(([field, value]) => String(thing.managed[field]) !== String(value));
  });
  // What is in a group comes and goes with it, and an own value may begin the entry of its person.
  const meant = new Set(
    drifts.flatMap(({ address, kind }) => [
      address,
      ...(KINDS[kind].carriesValue === "member" ? [ancestorAddress(address, 3)] : []),
    ]),
  );
  const isSound =
    desired !== null &&
    [...differingKeys(before, now)].every(
      (address) => meant.has(address) || meant.has(ancestorAddress(address, 3)),
    ) &&
    sources.every(
      ({ text }, i) => commentsIn(text).length === commentsIn(file.sources[i]?.text ?? "").length,
    );
  if (isSound && left.length === 0) return { file: { ...config, desired }, left };
  if (isSound) return withoutStuck(file, drifts, left);
  if (drifts.length === 1) return { file, left: drifts };
  const half = Math.ceil(drifts.length / 2);
  const first = withDrift(file, drifts.slice(0, half));
  return withoutStuck(first.file, drifts.slice(half), first.left);
}

/** Writes the drifts that were not left, are not in a thing that was, and that nothing needs which stays. */
function withoutStuck(file: ValidFile, drifts: readonly Drift[], left: readonly Drift[]): FileWithDrift {
  const stays = new Set(left.flatMap(({ address, fields, isNew }) => (isNew || !fields ? [address] : [])));
  const needed = new Set(
    left.flatMap(({ address, fields, kind }) => (fields ? [] : KINDS[kind].needs(address))),
  );
  const isStuck = (drift: Drift) =>
    left.includes(drift) ||
    stays.has(ancestorAddress(drift.address, 3)) ||
    (!drift.fields && needed.has(drift.address));
  const others = withDrift(
    file,
    drifts.filter((drift) => !isStuck(drift)),
  );
  return { file: others.file, left: [...new Set([...left, ...drifts.filter(isStuck), ...others.left])] };
}

/** The things of a file, by address. */
export const thingsIn = (
  desired: DesiredState | null,
): Readonly<Record<Address, DesiredResource | undefined>> =>
  Object.fromEntries(
    presentIn(desired?.workspaces).flatMap(({ resources }) => resources.map((one) => [one.address, one])),
  );
