import type { Client } from "../api/operations.js";
import { parseAddress } from "../model/address.js";
import { canonicalEmail } from "../model/email.js";
import type { Step } from "../model/step.js";
import type { IdentityBook } from "./identity-book.js";

/** A thing that lives and may be what a creation in doubt made. */
export interface Trace {
  readonly id?: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Reads the collection that a creation writes to and returns what could be the created thing: nothing, one, or (where
 * names are not unique) several. Groups and workspaces that the plan already knew under the name are not counted.
 */
export async function readBack(client: Client, book: IdentityBook, step: Step): Promise<readonly Trace[]> {
  const { write, address } = step;
  if (write.op === "create-workspace") {
    const { data } = await client.listWorkspaces();
    return data
      .filter(({ name }) => name === write.name)
      .map(({ id, name, provision_by_default }) => ({ id, fields: { name, provision_by_default } }));
  }
  const workspace_id = book.workspaceIdOf(address);
  switch (write.op) {
    case "create-attribute": {
      const { data } = await client.listAttributeDefinitions({ workspace_id });
      return data
        .filter(({ name }) => name === write.name)
        .map(({ id, name, data_type, label }) => ({ id, fields: { name, data_type, label } }));
    }
    case "create-group": {
      const { data } = await client.listGroups({ workspace_id });
      return data
        .filter(({ name, is_all_users }) => name === write.name && !is_all_users)
        .map(({ id, name, user_attribute_precedence: precedence }) => ({ id, fields: { name, precedence } }));
    }
    case "create-value": {
      const definition = book.idOf(write.attribute);
      const onGroup = parseAddress(write.owner)[1] === "groups";
      const { data } = onGroup
        ? await client.listGroupValues({ workspace_id, group_id: await book.groupIdOf(write.owner) })
        : await client.listMemberValues({ workspace_id, user_id: book.idOf(write.owner) });
      return data
        .filter(
          (row) =>
            row.user_attribute_definition_id === definition && row.source === (onGroup ? "group" : "user"),
        )
        .map(({ id, value }) => ({ id, fields: { value } }));
    }
    case "add-group-member": {
      const { data } = await client.listGroups({ workspace_id });
      const group_id = await book.groupIdOf(write.group);
      const user = book.idOf(write.member);
      const isIn = data.some(({ id, users }) => id === group_id && users.includes(user));
      return isIn ? [{ fields: {} }] : [];
    }
    case "create-invite": {
      const email = canonicalEmail(write.email);
      const [invites, members] = await Promise.all([
        client.listInvites({ workspace_id }),
        client.listMembers({ workspace_id }),
      ]);
      return [...invites.data, ...members.data]
        .filter((row) => canonicalEmail(row.email) === email)
        .map(({ id, role }) => ({ id, fields: write.role === undefined ? {} : { role } }));
    }
    default:
      return [];
  }
}
