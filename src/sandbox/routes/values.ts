import { reachWorkspace } from "../server/auth.js";
import { readFields, text } from "../server/body.js";
import type { Call, Endpoint } from "../server/endpoint.js";
import { created, done, ok } from "../server/envelope.js";
import { conflict, notFound, rejected } from "../server/refusal.js";
import { viewValue, viewValuesOf } from "../server/views.js";
import { viewMemberValues } from "../store/member-values.js";
import { addValue } from "../store/new-rows.js";
import type { DefinitionRow, MemberRow } from "../store/rows.js";
import { isValueOf } from "../store/value-format.js";
import { indexKey } from "../store/world.js";
import { surroundingGroup } from "./groups.js";

/** What a value is set on: a group with its precedence, or a user, who has none. */
interface Holder {
  readonly source: "group" | "user";
  readonly workspaceId: string;
  readonly id: string;
  readonly precedence: number | null;
}

/** The values set on a group. */
export const groupValueEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/workspaces/{workspace_id}/groups/{group_id}/user_attributes",
    handle(call) {
      const group = holdingGroup(call);
      return ok(viewValuesOf(call.world, group.workspaceId, group.id, group.precedence));
    },
  },
  ...writeEndpoints("/workspaces/{workspace_id}/groups/{group_id}/user_attributes", holdingGroup),
];

/** The values that reach a member, of which only the member's own can be written. */
export const memberValueEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/workspaces/{workspace_id}/members/{user_id}/user_attributes",
    handle: (call) => ok(viewMemberValues(call.world, namedMember(call))),
  },
  ...writeEndpoints("/workspaces/{workspace_id}/members/{user_id}/user_attributes", (call) => {
    const { workspace_id, user_id } = namedMember(call);
    return { source: "user", workspaceId: workspace_id, id: user_id, precedence: null };
  }),
];

function writeEndpoints(path: string, findHolder: (call: Call) => Holder): readonly Endpoint[] {
  return [
    {
      method: "POST",
      path,
      handle(call) {
        const { world, write, body } = call;
        const holder = findHolder(call);
        const fields = readFields(body, { user_attribute_definition_id: text, value: text });
        const definition = world.definitions.get(fields.user_attribute_definition_id);
        if (definition?.workspace_id !== holder.workspaceId) throw notFound("User attribute definition");
        for (const set of world.values.by("source", indexKey(holder.workspaceId, holder.id))) {
          if (set.definition_id === definition.id)
            throw conflict("A value for this attribute is set already.");
        }
        requireFormat(definition, fields.value);
        const value = addValue(write, definition, {
          source: holder.source,
          source_id: holder.id,
          value: fields.value,
        });
        return created(viewValue(value, definition, holder.precedence));
      },
    },
    {
      method: "PATCH",
      path: `${path}/{user_attribute_id}`,
      handle(call) {
        const holder = findHolder(call);
        const { value, definition } = namedValue(call, holder);
        const changed = { ...value, ...readFields(call.body, { value: text }) };
        requireFormat(definition, changed.value);
        call.write.put("values", changed);
        return ok(viewValue(changed, definition, holder.precedence));
      },
    },
    {
      method: "DELETE",
      path: `${path}/{user_attribute_id}`,
      handle(call) {
        call.write.remove("values", namedValue(call, findHolder(call)).value.id);
        return done;
      },
    },
  ];
}

function holdingGroup({ world, caller, param }: Call): Holder {
  const { id, workspace_id, user_attribute_precedence } = surroundingGroup(world, caller, param);
  return { source: "group", workspaceId: workspace_id, id, precedence: user_attribute_precedence };
}

function namedMember({ world, caller, param }: Call): MemberRow {
  const workspace = reachWorkspace(world, caller, param("workspace_id"));
  const member = world.members.get(indexKey(workspace.id, param("user_id")));
  if (!member) throw notFound("Member");
  return member;
}

function namedValue({ world, param }: Call, holder: Holder) {
  const value = world.values.get(param("user_attribute_id"));
  const definition = value && world.definitions.get(value.definition_id);
  if (!definition || value.workspace_id !== holder.workspaceId || value.source_id !== holder.id) {
    throw notFound("User attribute value");
  }
  return { value, definition };
}

function requireFormat(definition: DefinitionRow, value: string): void {
  if (!isValueOf(definition.data_type, value)) {
    throw rejected(`The value does not have the format of a ${definition.data_type}.`);
  }
}
