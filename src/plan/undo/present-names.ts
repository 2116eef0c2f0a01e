import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { type Address, ancestorAddress, kindOfAddress } from "../../model/address.js";
import type { Receipt, ReceiptChange } from "../../model/plan/receipt.js";
import type { LiveResource } from "../../model/state/resource.js";
import { own } from "../../util/record.js";
import { movedAddress } from "./undo-state.js";

/** A change of a receipt at the address that it has now. */
export interface PresentChange extends ReceiptChange {
  /** The address in the receipt. */
  readonly recorded: Address;
}

/** The groups and attributes of a receipt among those that exist. */
export interface PresentNames {
  /** Returns the address now of a group or attribute that the receipt calls so; `undefined` if it is not there. */
  readonly addressOf: (recorded: Address) => Address | undefined;
  /** Returns true if something has this address now. */
  readonly isUsed: (address: Address) => boolean;
}

/**
 * Finds the groups and attributes of a receipt under the names that they have now, by the recorded ids. A receipt has the
 * names of the file, and groups may have others: the run left a renaming out, or it failed, or somebody has renamed
 * the group since. Without an id the former name stands for a renaming that did not come about.
 */
export function presentNames(
  { changes, identities }: Receipt,
  things: readonly LiveResource[],
): PresentNames {
  const reused = things.filter(({ kind }) => KINDS[kind].namesAreReused);
  const byId = new Map(reused.map(({ id, address }) => [id, address]));
  const addresses = new Set(reused.map(({ address }) => address));
  const former = new Map(
    changes.flatMap(({ kind, address, previous_address }): [Address, Address][] =>
      isRenamable(kind) && previous_address !== undefined ? [[address, previous_address]] : [],
    ),
  );
  const named = (address: Address | undefined) =>
    address !== undefined && addresses.has(address) ? address : undefined;
  return {
    addressOf(recorded) {
      const id = own(identities, recorded);
      if (id === undefined) return named(recorded) ?? named(former.get(recorded));
      const found = byId.get(id);
      // An id of something else was not recorded by orgform.
      return found !== undefined && isOfSameKind(found, recorded) ? found : undefined;
    },
    isUsed: (address) => addresses.has(address),
  };
}

const isOfSameKind = (one: Address, other: Address): boolean =>
  kindOfAddress(one) === kindOfAddress(other) && ancestorAddress(one, 1) === ancestorAddress(other, 1);

/**
 * The changes of a receipt at present addresses. Example: `groups/Execs/members/ada@…` is at
 * `groups/Board/members/ada@…` where the group with the id that the receipt has for `groups/Execs` is called Board.
 */
export const withPresentNames = (
  { changes }: Receipt,
  { addressOf }: PresentNames,
): readonly PresentChange[] =>
  changes.map((change) => ({
    ...change,
    address: movedAddress(change.address, addressOf),
    recorded: change.address,
  }));
