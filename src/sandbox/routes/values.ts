import { readFields, text } from "../http/body.js";
import { type Call, type Endpoint, inWorkspace } from "../http/endpoint.js";
import { type Answer, created, done, ok } from "../http/envelope.js";
import { conflict, notFound, rejected } from "../http/refusal.js";
import { viewMemberValues, viewValue, viewValuesOf } from "../http/views.js";
import { addValue } from "../store/new-rows.js";
import type { DefinitionRow, MemberRow } from "../store/rows.js";
import { indexKey } from "../store/world.js";
import { inGroup } from "./groups.js";

/** The holder of a value: a group with its precedence, or a user, who has none. */
interface Holder {
  readonly source: "group" | "user";
  readonly workspaceId: string;
  readonly id: string;
  readonly precedence: number | null;
}

/** An endpoint for the values of somebody or something. */
type At<T> = (method: Endpoint["method"], path: string, handle: (call: Call, at: T) => Answer) => Endpoint;

export const groupValueEndpoints: readonly Endpoint[] = [
  inGroup("GET", "/user_attributes", ({ world }, { workspace_id, id, user_attribute_precedence }) =>
    ok(viewValuesOf(world, workspace_id, id, user_attribute_precedence)),
  ),
  ...writeEndpoints((method, path, handle) =>
    inGroup(method, path, (call, { id, workspace_id, user_attribute_precedence: precedence }) =>
      handle(call, { source: "group", workspaceId: workspace_id, id, precedence }),
    ),
  ),
];

const inMember: At<MemberRow> = (method, path, handle) =>
  inWorkspace(method, `/members/{user_id}${path}`, (call, workspace) => {
    const member = call.world.members.get(indexKey(workspace.id, call.param("user_id")));
    if (!member) throw notFound("Member");
    return handle(call, member);
  });

/** The endpoints of a member's values; only the member's own values can be written. */
export const memberValueEndpoints: readonly Endpoint[] = [
  inMember("GET", "/user_attributes", ({ world }, member) => ok(viewMemberValues(world, member))),
  ...writeEndpoints((method, path, handle) =>
    inMember(method, path, (call, { workspace_id, user_id }) =>
      handle(call, { source: "user", workspaceId: workspace_id, id: user_id, precedence: null }),
    ),
  ),
];

function writeEndpoints(at: At<Holder>): readonly Endpoint[] {
  return [
    at("POST", "/user_attributes", ({ world, write, body }, { workspaceId, source, id, precedence }) => {
      const fields = readFields(body, { user_attribute_definition_id: text, value: text });
      const definition = world.definitions.get(fields.user_attribute_definition_id);
      if (definition?.workspace_id !== workspaceId) throw notFound("User attribute definition");
      for (const set of world.values.by("source", indexKey(workspaceId, id))) {
        if (set.definition_id === definition.id) throw conflict("A value for this attribute is set already.");
      }
      requireFormat(definition, fields.value);
      const value = addValue(write, definition, { source, source_id: id, value: fields.value });
      return created(viewValue(value, definition, precedence));
    }),

    at("PATCH", "/user_attributes/{user_attribute_id}", (call, holder) => {
      const { value, definition } = namedValue(call, holder);
      const changed = { ...value, ...readFields(call.body, { value: text }) };
      requireFormat(definition, changed.value);
      call.write.put("values", changed);
      return ok(viewValue(changed, definition, holder.precedence));
    }),

    at("DELETE", "/user_attributes/{user_attribute_id}", (call, holder) => {
      call.write.remove("values", namedValue(call, holder).value.id);
      return done;
    }),
  ];
}

function namedValue({ world, param }: Call, holder: Holder) {
  const value = world.values.get(param("user_attribute_id"));
  const definition = value && world.definitions.get(value.definition_id);
  if (!definition || value.workspace_id !== holder.workspaceId || value.source_id !== holder.id) {
    throw notFound("User attribute value");
  }
  return { value, definition };
}

function requireFormat({ data_type }: DefinitionRow, value: string): void {
  const fits = data_type === "number" ? NUMBER.test(value) : data_type === "date" ? isDay(value) : true;
  if (!fits) throw rejected(`The value does not have the format of a ${data_type}.`);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  // A day past the end of its month rolls over to the next.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
