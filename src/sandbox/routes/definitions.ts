import { reachWorkspace } from "../server/auth.js";
import { oneOf, readFields, text } from "../server/body.js";
import type { Call, Endpoint } from "../server/endpoint.js";
import { created, done, ok } from "../server/envelope.js";
import { conflict, notFound } from "../server/refusal.js";
import type { DefinitionRow } from "../store/rows.js";
import { indexKey } from "../store/world.js";

/** The attributes that groups and members of a workspace can have values for. */
export const definitionEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/workspaces/{workspace_id}/user_attribute_definitions",
    handle({ world, caller, param }) {
      const workspace = reachWorkspace(world, caller, param("workspace_id"));
      return ok([...world.definitions.by("workspace", workspace.id)]);
    },
  },
  {
    method: "POST",
    path: "/workspaces/{workspace_id}/user_attribute_definitions",
    handle({ world, write, caller, body, param }) {
      const workspace = reachWorkspace(world, caller, param("workspace_id"));
      const fields = readFields(body, {
        name: text,
        data_type: oneOf("string", "number", "date"),
        label: text,
      });
      if (world.definitions.count("name", indexKey(workspace.id, fields.name)) > 0) {
        throw conflict("The workspace has a definition of this name already.");
      }
      const definition: DefinitionRow = { id: write.newId("uad"), workspace_id: workspace.id, ...fields };
      write.put("definitions", definition);
      return created(definition);
    },
  },
  {
    method: "PATCH",
    path: "/workspaces/{workspace_id}/user_attribute_definitions/{user_attribute_definition_id}",
    handle(call) {
      const definition = namedDefinition(call);
      const changed = { ...definition, ...readFields(call.body, { label: text }) };
      call.write.put("definitions", changed);
      return ok(changed);
    },
  },
  {
    method: "DELETE",
    path: "/workspaces/{workspace_id}/user_attribute_definitions/{user_attribute_definition_id}",
    handle(call) {
      const definition = namedDefinition(call);
      for (const value of [...call.world.values.by("definition", definition.id)]) {
        call.write.remove("values", value.id);
      }
      call.write.remove("definitions", definition.id);
      return done;
    },
  },
];

function namedDefinition({ world, caller, param }: Call): DefinitionRow {
  const workspace = reachWorkspace(world, caller, param("workspace_id"));
  const definition = world.definitions.get(param("user_attribute_definition_id"));
  if (definition?.workspace_id !== workspace.id) throw notFound("User attribute definition");
  return definition;
}
