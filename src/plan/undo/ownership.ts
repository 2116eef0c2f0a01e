import { isNameReused, isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { type Address, namesInAddress, workspaceOf } from "../../model/address.js";
import type { Receipt, ReceiptChange } from "../../model/plan/receipt.js";
import { own } from "../../util/record.js";
import { movedAddress } from "./undo-state.js";

/** The groups and attributes that exist: their ids by address, and their addresses by id. */
export interface KnownIds {
  readonly byAddress: ReadonlyMap<Address, string>;
  readonly byId: ReadonlyMap<string, Address>;
}

/** The changes of a receipt, those about a group whose renaming did not come about under the name that it still has. */
export function withLiveNames(
  { changes, identities }: Receipt,
  { byAddress }: KnownIds,
): readonly ReceiptChange[] {
  const stayed = new Map(
    changes.flatMap(({ kind, address, previous_address }): [Address, Address][] => {
      if (!isRenamable(kind) || previous_address === undefined || byAddress.has(address)) return [];
      const former = byAddress.get(previous_address);
      const isSame = former !== undefined && former === (own(identities, address) ?? former);
      return isSame ? [[address, previous_address]] : [];
    }),
  );
  return changes.map((change) => {
    const address = movedAddress(change.address, (group) => stayed.get(group));
    if (address === change.address) return change;
    const { previous_address: _, ...rest } = change;
    return { ...rest, address };
  });
}

/** The reason for which a change is not the run's, or not any more: names come back, ids do not. */
export function notOurs(
  { address, kind, action, before, already }: ReceiptChange,
  { workspaces, identities }: Receipt,
  { byAddress, byId }: KnownIds,
): string | undefined {
  if (already) return "it was so before the run wrote";
  if (KINDS[kind].isArchived && action === "create" && own(workspaces, workspaceOf(address)) === undefined)
    return "nobody knows whether the run made it: archive it in the product, or with `state: absent`";
  for (const thing of [address, ...KINDS[kind].needs(address)].filter(isNameReused)) {
    const recordedId = own(identities, thing);
    const now = byAddress.get(thing);
    if (recordedId === undefined && now !== undefined && before === null)
      return `no id of ${nameOf(thing)} was recorded, so that nobody knows whether the run made it`;
    if (recordedId === undefined || now === recordedId) continue;
    if (now !== undefined) return `something else is called ${nameOf(thing)} now`;
    const moved = byId.get(recordedId);
    if (moved !== undefined) return `${nameOf(thing)} is called ${nameOf(moved)} now`;
  }
  return undefined;
}

const nameOf = (address: Address): string => JSON.stringify(namesInAddress(address).name);
