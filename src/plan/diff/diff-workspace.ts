import { isOtherForm } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { type Address, ALL_USERS, attributeAddress, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { assertNever, InternalError } from "../../model/internal-error.js";
import type { Deferred, ResourceChange, Unmanaged, Unsupported } from "../../model/plan/plan.js";
import { contentsOf, resourceAddress } from "../../model/state/contents.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import { type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import type { DesiredResource, Fields, LiveResource } from "../../model/state/resource.js";
import { byKey, setOf } from "../../util/collections.js";
import { changedFields } from "./compare.js";
import { declaredFields } from "./declared.js";
import { deletionRule } from "./deletion.js";
import { type GroupMatch, matchGroups, precedenceOf } from "./match-groups.js";
import { choosePrecedences } from "./precedence-order.js";
import { creationOf, updateOf } from "./resource-change.js";
import { unlistedIn } from "./unlisted.js";
import { arrivesBySignIn, desiredNow } from "./waiting.js";

/** The differences in one workspace. */
export interface WorkspaceDiff {
  readonly changes: readonly ResourceChange[];
  /** The live resources that match the file. */
  readonly unchanged: readonly LiveResource[];
  /** The live resources that were read, by address. */
  readonly liveByAddress: ReadonlyMap<Address, LiveResource>;
  readonly match: GroupMatch | undefined;
  readonly unsupported: readonly Unsupported[];
  readonly unmanaged: readonly Unmanaged[];
  /** People whom the file does not list although it lists everybody, or listed at the base. */
  readonly notListed: readonly LiveResource[];
  readonly deferred: readonly Deferred[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One workspace with everything that is to change in it. */
export interface WorkspaceChanges {
  /** The desired workspace. */
  readonly workspace: DesiredWorkspace;
  readonly liveWorkspace: LiveWorkspace | undefined;
  /** The workspace as read, or as it will be when created; `undefined` if there is and will be none. */
  readonly start: LiveWorkspace | undefined;
  readonly diff: WorkspaceDiff;
  /** The same of the base: its entry of the workspace, against the same start; absent where it has none. */
  readonly ofBase?: { readonly workspace: DesiredWorkspace; readonly diff: WorkspaceDiff };
}

/**
 * Compares one workspace of the file with the live one: matched things field by field as their kind allows, the rest
 * by what the file says about things it does not list. Reads nothing into what was not read. Members of a
 * `newWorkspace`, as it is once created, need no invite.
 */
export function diffWorkspace(
  desired: DesiredWorkspace,
  live: LiveWorkspace | undefined,
  base: DesiredState | undefined,
  newWorkspace?: LiveWorkspace,
): WorkspaceDiff {
  const present = desired.state === "present" ? desired : undefined;
  const start = live ?? newWorkspace;
  const match = start && matchGroups(present, start);
  const formerly = declaredFields(base, desired, (group) => match?.byName.has(group) === true);
  const existing = start && match ? underNamesOfFile(start, desired, match).filter(isManageable) : [];
  const liveByAddress = byKey(existing, "address");
  const desiredSide = present && desiredNow(present, { live, start }, orderedPrecedences(present, match));
  const diagnostics = [...(match?.diagnostics ?? []), ...(desiredSide?.diagnostics ?? [])];
  const unsupported: Unsupported[] = [];
  const changes: ResourceChange[] = [];
  const unchanged: LiveResource[] = [];
  const desiredAddresses = setOf(desiredSide?.awaited ?? [], "address");
  const differences = { bySignIn: arrivesBySignIn(desired), unsupported, diagnostics };

  for (const item of desiredSide?.resources ?? []) {
    desiredAddresses.add(item.address);
    const counterpart = liveByAddress.get(item.address);
    if (counterpart === undefined) {
      changes.push(...create(item, diagnostics));
      continue;
    }
    const definition = liveByAddress.get(attributeAddress(desired.name, item.name));
    const changed = compare(item, counterpart, definition?.fields.data_type, differences);
    if (changed === undefined) unchanged.push(counterpart);
    else changes.push(updateOf(counterpart, changed));
  }
  const unlisted = unlistedIn(
    liveByAddress,
    desiredAddresses,
    deletionRule(desired, formerly),
    membersOf(live),
  );
  return {
    changes: [...changes, ...unlisted.deletions],
    unchanged,
    liveByAddress,
    match,
    unsupported,
    unmanaged: unlisted.unmanaged,
    notListed: unlisted.notListed,
    deferred: desiredSide?.deferred ?? [],
    diagnostics: [...diagnostics, ...unlisted.diagnostics],
  };
}

/** Returns true unless a thing is always there, or somebody holds it whose name was not read. */
const isManageable = ({ kind, state, person }: LiveResource): boolean =>
  state !== "built-in" && (KINDS[kind].personOf === undefined || person !== undefined);

/** The numbers behind `precedence_order`; groups outside the order keep theirs and block them. */
function orderedPrecedences(
  desired: PresentWorkspace,
  match: GroupMatch | undefined,
): ReadonlyMap<string, number> {
  if (desired.precedence_order === undefined) return new Map();
  const ordered = new Set(desired.precedence_order);
  const live: GroupMatch["byName"] = match?.byName ?? new Map();
  const taken = new Set<number>();
  for (const [name, group] of live) {
    if (!ordered.has(name) && name !== ALL_USERS) taken.add(precedenceOf(group));
  }
  for (const { managed } of contentsOf(desired).of("group")) {
    if (managed.precedence !== undefined) taken.add(Number(managed.precedence));
  }
  const ranked = desired.precedence_order.map((name) => {
    const group = live.get(name);
    return { name, precedence: group && precedenceOf(group) };
  });
  return choosePrecedences(ranked, taken);
}

function create(item: DesiredResource, diagnostics: Diagnostic[]): readonly ResourceChange[] {
  const { refuseCreation, creation } = KINDS[item.kind].file;
  const refusal = refuseCreation?.(item);
  if (refusal === undefined) return [creationOf(item, creation?.(item) ?? item.managed)];
  diagnostics.push(refusal);
  return [];
}

/** The differences of a workspace that no write mends; `bySignIn`: people arrive by single sign-on. */
interface Differences {
  readonly bySignIn: boolean;
  readonly unsupported: Unsupported[];
  readonly diagnostics: Diagnostic[];
}

/** The fields that are to change and can, if there are any; `dataType` is that of a value. */
function compare(
  item: DesiredResource,
  liveResource: LiveResource,
  dataType: Fields[string] | undefined,
  { bySignIn, unsupported, diagnostics }: Differences,
): Fields | undefined {
  const kind = KINDS[item.kind];
  const changed: Record<string, Fields[string]> = {};
  for (const [field, after] of Object.entries(changedFields(liveResource.fields, item.managed))) {
    const before = liveResource.fields[field] ?? null;
    if (isOtherForm(item.kind, dataType, before, after)) continue;
    const rule = kind.fields[field];
    if (rule === undefined) throw new InternalError(`a ${kind.noun[0]} has no field ${field}`);
    switch (rule.rule) {
      case "identity":
        throw new InternalError(`a ${kind.noun[0]} is matched by its ${field}`);
      case "mutable":
        changed[field] = after;
        break;
      case "unsupported":
        // `null` live: the token cannot observe the field, so there is nothing to say about a difference.
        if (before !== null) {
          const instead = (bySignIn ? rule.insteadBySignIn : undefined) ?? rule.instead;
          unsupported.push({ address: item.address, type: item.kind, field, before, after, instead });
        }
        break;
      case "immutable":
        diagnostics.push(
          finding(
            "immutable",
            `The ${field} of ${kind.noun[0]} ${item.name} is ${before}, and cannot become ${after}`,
            rule.wayOut,
            { address: item.address },
          ),
        );
        break;
      default:
        assertNever(rule);
    }
  }
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/**
 * Everything that was read of a workspace, at the addresses of the file: what belongs to a group that will be renamed is
 * below its new name.
 */
function underNamesOfFile(
  live: LiveWorkspace,
  { name: workspace }: DesiredWorkspace,
  { renamedTo }: GroupMatch,
): readonly LiveResource[] {
  if (workspace === live.name && renamedTo.size === 0) return live.resources;
  const itself = workspaceAddress(live.name);
  return live.resources.map((resource): LiveResource => {
    const { kind, address, name, owner = "", fields } = resource;
    if (address === itself) return { ...resource, name: workspace, address: workspaceAddress(workspace) };
    const isGroup = KINDS[kind].isRanked === true;
    const isInGroup = fields.group === owner;
    const nameNow = isGroup || isInGroup ? renamedTo.get(isGroup ? name : owner) : undefined;
    const here = resourceAddress(kind, workspace, name, owner);
    if (nameNow === undefined) return { ...resource, address: here };
    if (isInGroup)
      return {
        ...resource,
        owner: nameNow,
        address: resourceAddress(kind, workspace, name, nameNow),
        fields: { ...fields, group: nameNow },
      };
    return {
      ...resource,
      name: nameNow,
      address: resourceAddress(kind, workspace, nameNow),
      previous_address: here,
    };
  });
}
