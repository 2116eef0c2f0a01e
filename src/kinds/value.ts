import { type Address, ancestorAddress, attributeAddress, namesInAddress } from "../model/address.js";
import type { LiveMember } from "../model/state/resource.js";
import type { ValueById, WorkspaceById } from "./by-id.js";
import { type AccessEffect, fromRow, type Kind, type KindApi } from "./kind.js";

/** A group or member with the values that it carries, where they were read. */
interface Owner {
  readonly name: string;
  readonly values: readonly ValueById[] | undefined;
  /** The member, where it is one. */
  readonly person?: LiveMember;
}

/** The differences between values of groups and values of members. */
interface ValueKind extends Pick<Kind, "noun"> {
  /** The kind of thing that carries the values. */
  readonly owner: "group" | "member";
  /** Returns true if a value can only be created where its owner exists. */
  readonly needsOwner: boolean;
  readonly live: (workspace: WorkspaceById) => readonly Owner[];
  readonly access: (owner: string, attribute: string, value: string | undefined) => AccessEffect;
  readonly api: Pick<KindApi, "lists" | "create" | "update" | "delete"> & {
    /** The name of the owner's id in paths. */
    readonly ownerId: string;
    /** The `source` of a row whose value belongs to the owner itself. */
    readonly source: "group" | "user";
  };
}

const fields: Kind["fields"] = { value: { api: "value", rule: "mutable" } };

const ownerOf = (address: Address): Address => ancestorAddress(address, 3);

/** The definition that a value is of, by the value's address. */
function definitionOf(address: Address): Address {
  const { workspace, name } = namesInAddress(address);
  return attributeAddress(workspace, name);
}

/** A kind of values, of groups or of members: a value is known by its owner and its definition. */
export function valueKind({ noun, owner, needsOwner, live, access, api }: ValueKind): Kind {
  const { ownerId, source, ...operations } = api;
  return {
    noun,
    fields,
    unknownOnCreate: ["id"],
    carriesValue: owner,
    ...(owner === "member" && { personOf: (address) => namesInAddress(address).owner ?? "" }),
    needs: (address) => [...(needsOwner ? [ownerOf(address)] : []), definitionOf(address)],
    file: {
      managed: ({ keys }) => keys,
      creation: ({ owner: holder = "", name: attribute, managed }) => ({
        [owner]: holder,
        attribute,
        ...managed,
      }),
      held: "values",
    },
    live: (workspace, names) =>
      live(workspace).flatMap(({ name, values = [], person }) =>
        values.flatMap(({ id, attribute_id, value }) => {
          const attribute = names.attributeName(attribute_id);
          if (attribute === undefined) return [];
          return [{ name: attribute, owner: name, id, fields: { [owner]: name, attribute, value }, person }];
        }),
      ),
    access({ before, after }) {
      const { [owner]: holder, attribute } = after ?? before ?? {};
      const value = after === null || after.value === undefined ? undefined : String(after.value);
      return access(String(holder), String(attribute), value);
    },
    api: {
      parents: (address) => ({ workspace_id: ancestorAddress(address, 1), [ownerId]: ownerOf(address) }),
      references: (address) => ({ user_attribute_definition_id: definitionOf(address) }),
      id: "user_attribute_id",
      // A member's list has what their groups give them, too.
      find: ([rows = []], { ids }) =>
        rows
          .filter((row) => row.user_attribute_definition_id === ids.user_attribute_definition_id)
          .filter((row) => row.source === source)
          .map((row) => ({
            id: String(row.id),
            fields: fromRow(fields, row),
            data_type: row.data_type,
          })),
      ...operations,
    },
  };
}
