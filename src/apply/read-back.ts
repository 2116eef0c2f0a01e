import type { Client } from "../api/operations.js";
import { parseAddress } from "../model/address.js";
import { canonicalEmail } from "../model/email.js";
import type { Step } from "../model/step.js";
import type { IdentityBook } from "./identity-book.js";

/** A thing that lives and is, or may be, what a step is about. */
export interface Trace {
  readonly id?: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** What is otherwise than planned and cannot be mended by writing. */
  readonly note?: string;
}

/**
 * Reads the collection that a step writes to and returns what is there of its thing: what a creation may have made,
 * by name (several, where names are not unique), what an update is about, by id, or what a deletion has to see gone, by
 * id or by name: it may have been made anew.
 */
export async function readBack(client: Client, book: IdentityBook, step: Step): Promise<readonly Trace[]> {
  const { write, address } = step;
  if (write.op === "create-workspace" || write.op === "archive-workspace") {
    const { data } = await client.listWorkspaces();
    return data
      .filter(({ archived_at }) => archived_at == null)
      .filter(({ id, name }) =>
        write.op === "create-workspace" ? name === write.name : id === book.idOf(address),
      )
      .map(({ id, name, provision_by_default }) => ({ id, fields: { name, provision_by_default } }));
  }
  const workspace_id = book.workspaceIdOf(address);
  switch (write.op) {
    case "create-attribute":
    case "update-attribute":
    case "delete-attribute": {
      const { data } = await client.listAttributeDefinitions({ workspace_id });
      return meantBy(step, data, book).map(({ id, name, data_type, label }) => ({
        id,
        fields: { name, data_type, label },
      }));
    }
    case "create-group":
    case "update-group":
    case "delete-group": {
      const { data } = await client.listGroups({ workspace_id });
      const others = data.filter(({ is_all_users }) => !is_all_users);
      return meantBy(step, others, book).map(({ id, name, user_attribute_precedence: precedence }) => ({
        id,
        fields: { name, precedence },
      }));
    }
    case "create-value":
    case "update-value":
    case "delete-value": {
      const definition = book.idOf(write.attribute);
      const onGroup = parseAddress(write.owner)[1] === "groups";
      const { data } = onGroup
        ? await client.listGroupValues({ workspace_id, group_id: await book.groupIdOf(write.owner) })
        : await client.listMemberValues({ workspace_id, user_id: book.idOf(write.owner) });
      const source = onGroup ? "group" : "user";
      return data
        .filter((row) => row.user_attribute_definition_id === definition && row.source === source)
        .map(({ id, value }) => ({ id, fields: { value } }));
    }
    case "add-group-member":
    case "remove-group-member": {
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
      const isTheirs = (row: { readonly email: string }): boolean => canonicalEmail(row.email) === email;
      // An invite that was accepted between the two answers is a membership.
      const joined = members.data.filter(isTheirs);
      if (joined.length > 0)
        return joined.map(({ id, role }) => ({ id, fields: {}, ...noteOn(write, role) }));
      return invites.data
        .filter(isTheirs)
        .map(({ id, role }) => ({ id, fields: write.role === undefined ? {} : { role } }));
    }
  }
}

/** A member's role is changed in the product only, as every plan says. */
function noteOn(
  { email, role }: Extract<Step["write"], { op: "create-invite" }>,
  actual: string,
): Pick<Trace, "note"> {
  if (role === undefined || role === actual) return {};
  return { note: `${email} is a member already, with the role ${actual} instead of ${role}` };
}

/** Those of these groups or attributes that a step is about. What is to be deleted may have been made anew. */
function meantBy<T extends { readonly id: string; readonly name: string }>(
  { action, address }: Step,
  things: readonly T[],
  book: IdentityBook,
): readonly T[] {
  const [, , name] = parseAddress(address);
  const namesakes = things.filter((thing) => thing.name === name);
  if (action === "create") return namesakes;
  const same = things.filter(({ id }) => id === book.idOf(address));
  return action === "delete" && same.length === 0 ? namesakes : same;
}
