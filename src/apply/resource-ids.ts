import { ApiError } from "../api/call/api-error.js";
import type { Client } from "../api/operations.js";
import { type Address, ALL_USERS, ancestorAddress, namesInAddress } from "../model/address.js";
import { InternalError } from "../model/internal-error.js";
import { lookUntilShown } from "./look-again.js";

/** The live ids of what a run touches: ids that the plan knew, and ids learned during the run. */
export interface ResourceIds {
  /** Throws an {@link InternalError} for what neither existed nor was created: the dependency graph forbids it. */
  idOf(address: Address): string;
  /** The id of the workspace that an address is in; otherwise like `idOf`. */
  workspaceIdOf(address: Address): string;
  /** The id of a group; the built-in one of a workspace that this run created is looked up once, or rejects with an `ApiError`. */
  groupIdOf(address: Address): Promise<string>;
  /** Creations whose name was there right before they were to be sent: nothing is created a second time. */
  readonly taken: Set<Address>;
  learn(address: Address, id: string): void;
}

/** Starts from the ids that the plan knew. */
export function createResourceIds(
  client: Client,
  known: readonly (readonly [Address, string])[],
): ResourceIds {
  const ids = new Map(known);
  const lookups = new Map<Address, Promise<string>>();
  const idOf = (address: Address): string => {
    const id = ids.get(address);
    if (id === undefined) throw new InternalError(`no id is known for ${address}`);
    return id;
  };
  const workspaceIdOf = (address: Address): string => idOf(ancestorAddress(address, 1));

  const lookUpAllUsers = async (address: Address): Promise<string> => {
    const workspace_id = workspaceIdOf(address);
    const group = await lookUntilShown(
      client,
      async () => (await client.listGroups({ workspace_id })).data.find(({ is_all_users }) => is_all_users),
      (found) => found === undefined,
    );
    if (group === undefined) {
      const path = `/workspaces/${workspace_id}/groups`;
      throw new ApiError({ reason: "incomplete", method: "GET", path, detail: "lacks the built-in group" });
    }
    return group.id;
  };
  return {
    idOf,
    workspaceIdOf,
    async groupIdOf(address) {
      if (ids.has(address) || namesInAddress(address).name !== ALL_USERS) return idOf(address);
      const lookup = lookups.get(address) ?? lookUpAllUsers(address);
      lookups.set(address, lookup);
      try {
        return await lookup;
      } catch (error) {
        lookups.delete(address);
        throw error;
      }
    },
    taken: new Set(),
    learn: (address, id) => {
      ids.set(address, id);
    },
  };
}
