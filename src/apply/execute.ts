import type { Answered, Client } from "../api/operations.js";
import { type Address, parseAddress } from "../model/address.js";
import type { Step, Write } from "../model/step.js";
import type { IdentityBook } from "./identity-book.js";

/** What a write brought about: the thing's id where it has one, and how it stands now, in the file's words. */
export interface WriteResult {
  readonly id?: string;
  readonly warnings: readonly string[];
  /** What the service says the fields are now; compared with the plan. */
  readonly answered: Readonly<Record<string, string | number | boolean>>;
}

/** Sends the one request of a step. Rejects with an `ApiError`; nothing is retried or reconciled here. */
export async function execute(client: Client, book: IdentityBook, step: Step): Promise<WriteResult> {
  const { write, address } = step;
  if (write.op === "create-workspace") {
    const { name, provision_by_default } = write;
    const { data, warnings } = await client.createWorkspace({ body: { name, provision_by_default } });
    return {
      id: data.id,
      warnings,
      answered: { name: data.name, provision_by_default: data.provision_by_default },
    };
  }
  const workspace_id = book.workspaceIdOf(address);
  switch (write.op) {
    case "archive-workspace":
      return gone(await client.archiveWorkspace({ workspace_id }));
    case "create-attribute": {
      const { name, data_type, label } = write;
      return definition(
        await client.createAttributeDefinition({ workspace_id, body: { name, data_type, label } }),
      );
    }
    case "update-attribute": {
      const user_attribute_definition_id = book.idOf(address);
      const body = { label: write.label };
      return definition(
        await client.updateAttributeDefinition({ workspace_id, user_attribute_definition_id, body }),
      );
    }
    case "delete-attribute":
      return gone(
        await client.deleteAttributeDefinition({
          workspace_id,
          user_attribute_definition_id: book.idOf(address),
        }),
      );
    case "create-group": {
      const body = { name: write.name, user_attribute_precedence: write.precedence };
      return group(await client.createGroup({ workspace_id, body }));
    }
    case "update-group": {
      const body = {
        ...(write.name === undefined ? {} : { name: write.name }),
        ...(write.precedence === undefined ? {} : { user_attribute_precedence: write.precedence }),
      };
      return group(await client.updateGroup({ workspace_id, group_id: book.idOf(address), body }));
    }
    case "delete-group":
      return gone(await client.deleteGroup({ workspace_id, group_id: book.idOf(address) }));
    case "add-group-member": {
      const body = { user_id: book.idOf(write.member) };
      const { warnings } = await client.addGroupMember({
        workspace_id,
        group_id: await book.groupIdOf(write.group),
        body,
      });
      return { warnings, answered: {} };
    }
    case "remove-group-member": {
      const group_id = await book.groupIdOf(write.group);
      return gone(
        await client.removeGroupMember({ workspace_id, group_id, user_id: book.idOf(write.member) }),
      );
    }
    case "create-invite": {
      const body = { email: write.email, ...(write.role === undefined ? {} : { role: write.role }) };
      const { data, warnings } = await client.createInvite({ workspace_id, body });
      return { id: data.id, warnings, answered: write.role === undefined ? {} : { role: data.role } };
    }
    case "create-value":
    case "update-value":
    case "delete-value":
      return executeValue(client, book, workspace_id, address, write);
  }
}

type ValueWrite = Extract<Write, { op: "create-value" | "update-value" | "delete-value" }>;

async function executeValue(
  client: Client,
  book: IdentityBook,
  workspace_id: string,
  address: Address,
  write: ValueWrite,
): Promise<WriteResult> {
  const onGroup = parseAddress(write.owner)[1] === "groups";
  const group_id = onGroup ? await book.groupIdOf(write.owner) : "";
  const user_id = onGroup ? "" : book.idOf(write.owner);
  switch (write.op) {
    case "create-value": {
      const body = { user_attribute_definition_id: book.idOf(write.attribute), value: write.value };
      return value(
        onGroup
          ? await client.createGroupValue({ workspace_id, group_id, body })
          : await client.createMemberValue({ workspace_id, user_id, body }),
      );
    }
    case "update-value": {
      const user_attribute_id = book.idOf(address);
      const body = { value: write.value };
      return value(
        onGroup
          ? await client.updateGroupValue({ workspace_id, group_id, user_attribute_id, body })
          : await client.updateMemberValue({ workspace_id, user_id, user_attribute_id, body }),
      );
    }
    case "delete-value": {
      const user_attribute_id = book.idOf(address);
      return gone(
        onGroup
          ? await client.deleteGroupValue({ workspace_id, group_id, user_attribute_id })
          : await client.deleteMemberValue({ workspace_id, user_id, user_attribute_id }),
      );
    }
  }
}

function gone({ warnings }: Answered<unknown>): WriteResult {
  return { warnings, answered: {} };
}

function group({
  data,
  warnings,
}: Answered<{ id: string; name: string; user_attribute_precedence: number }>): WriteResult {
  return { id: data.id, warnings, answered: { name: data.name, precedence: data.user_attribute_precedence } };
}

function definition({
  data,
  warnings,
}: Answered<{ id: string; name: string; data_type: string; label: string }>): WriteResult {
  return {
    id: data.id,
    warnings,
    answered: { name: data.name, data_type: data.data_type, label: data.label },
  };
}

function value({ data, warnings }: Answered<{ id: string; value: string }>): WriteResult {
  return { id: data.id, warnings, answered: { value: data.value } };
}
