import { KINDS } from "../../kinds/registry.js";
import { type Address, ancestorAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange, Unmanaged } from "../../model/plan/plan.js";
import type { LiveMember, LiveResource } from "../../model/state/resource.js";
import { count } from "../../util/english.js";
import type { DeletionRule, Ground } from "./deletion.js";
import { deletionOf } from "./resource-change.js";

/** The live things that the file does not want, by their treatment. */
interface Unlisted {
  readonly deletions: readonly ResourceChange[];
  /** Left alone, and worth a line. */
  readonly unmanaged: readonly Unmanaged[];
  /** People whom the file does not list although it lists everybody, or listed at the base: no endpoint removes them. */
  readonly notListed: readonly LiveResource[];
  /** The errors about things in the file that would be deleted with others. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Goes through the live resources of one workspace. A deletion also deletes its dependents; `members` are the
 * known people whom the deletion of the workspace itself removes.
 */
export function unlistedIn(
  liveByAddress: ReadonlyMap<Address, LiveResource>,
  desiredAddresses: ReadonlySet<Address>,
  rule: DeletionRule,
  members: readonly LiveMember[],
): Unlisted {
  const unmanaged: Unmanaged[] = [];
  const notListed: LiveResource[] = [];
  const deletedFor = new Map<Address, Ground>();
  for (const item of liveByAddress.values()) {
    if (desiredAddresses.has(item.address)) continue;
    const { address, kind: type } = item;
    const ground = rule.groundToDelete(item);
    if (ground === undefined) {
      if (rule.isUnmanaged(item)) unmanaged.push({ address, type });
    } else if (typeof KINDS[type].api.delete === "string") {
      deletedFor.set(address, ground);
    } else {
      notListed.push(item);
    }
  }
  const diagnostics: Diagnostic[] = [];
  const deletions: ResourceChange[] = [];
  // Nothing hangs on a value or a membership.
  const takesAlong = [...deletedFor.keys()].some((address) => ancestorAddress(address, 3) === address);
  for (const item of deletedFor.size > 0 ? liveByAddress.values() : []) {
    const cause = takesAlong ? causeOf(item, deletedFor) : undefined;
    if (cause !== undefined && desiredAddresses.has(item.address)) {
      // It is there as the file says, and would go with its attribute all the same.
      diagnostics.push(definitionMissing(item.address, String(item.fields.attribute)));
      continue;
    }
    const ground = deletedFor.get(item.address);
    if (cause !== undefined) deletions.push({ ...deletionOf(item), implied_by: cause });
    else if (ground !== undefined) deletions.push(deletionFor(ground, item, members));
  }
  return { deletions, unmanaged, notListed, diagnostics };
}

/**
 * The error for a value of the file whose attribute will not exist; `hint` is the one that was probably
 * intended.
 */
export function definitionMissing(address: Address, attribute: string, hint = ""): Diagnostic {
  return finding(
    "unknown-attribute",
    `The attribute ${attribute} does not exist, so it can have no value`,
    `${hint}Declare it under the workspace's \`attributes\`, with its \`data_type\`.`,
    { address },
  );
}

function deletionFor(ground: Ground, item: LiveResource, members: readonly LiveMember[]): ResourceChange {
  const { reason, sinceBase } = ground;
  const why = reason !== undefined && KINDS[item.kind].isArchived ? namingWhoMoves(reason, members) : reason;
  return {
    ...deletionOf(item, why),
    ...(sinceBase && { since_base: true }),
  };
}

/** The deleted thing that a thing depends on: one that it needs, or the workspace. */
function causeOf(
  { address, kind }: LiveResource,
  deletedFor: ReadonlyMap<Address, Ground>,
): Address | undefined {
  // People stay where they are.
  if (typeof KINDS[kind].api.delete !== "string") return undefined;
  const needed = KINDS[kind].needs(address).find((above) => deletedFor.has(above));
  if (needed !== undefined) return needed;
  const workspace = ancestorAddress(address, 1);
  return workspace !== address && deletedFor.has(workspace) ? workspace : undefined;
}

function namingWhoMoves(reason: string, members: readonly LiveMember[]): string {
  if (members.length === 0) return reason;
  const emails = members.map(({ display_email }) => display_email).sort();
  return `${reason}; moves ${count(emails.length, "member")} to another workspace: ${emails.join(", ")}`;
}
