import { oneOf, readFields, text } from "../http/body.js";
import { type Call, type Endpoint, inWorkspace } from "../http/endpoint.js";
import { created, done, ok } from "../http/envelope.js";
import { conflict, notFound, rejected } from "../http/refusal.js";
import type { DefinitionRow, WorkspaceRow } from "../store/rows.js";
import { habitsOf, indexKey, savedName } from "../store/world.js";

/** The reserved attribute, which the product fills. */
const FILLED_BY_PRODUCT = "email";

const ALL = "/user_attribute_definitions";
const ONE = "/user_attribute_definitions/{user_attribute_definition_id}";

/** The attributes that groups and members of a workspace can have values for. */
export const definitionEndpoints: readonly Endpoint[] = [
  inWorkspace("GET", ALL, ({ world }, { id }) => {
    const built_in = habitsOf(world).lists_email ? [emailDefinition(id)] : [];
    return ok([...built_in, ...world.definitions.by("workspace", id)]);
  }),

  inWorkspace("POST", ALL, ({ world, write, body }, workspace) => {
    const fields = readFields(body, {
      name: text,
      data_type: oneOf("string", "number", "date"),
      label: text,
    });
    const name = savedName(world, fields.name);
    if (name === FILLED_BY_PRODUCT) throw rejected("This name is reserved.");
    if (world.definitions.count("name", indexKey(workspace.id, name)) > 0) {
      throw conflict("The workspace has a definition of this name already.");
    }
    const definition: DefinitionRow = {
      id: write.newId("uad"),
      workspace_id: workspace.id,
      ...fields,
      name,
    };
    write.put("definitions", definition);
    return created(definition);
  }),

  inWorkspace("PATCH", ONE, (call, workspace) => {
    const changed = { ...namedDefinition(call, workspace), ...readFields(call.body, { label: text }) };
    call.write.put("definitions", changed);
    return ok(changed);
  }),

  inWorkspace("DELETE", ONE, (call, workspace) => {
    const { id } = namedDefinition(call, workspace);
    call.write.removeAll("values", call.world.values.by("definition", id));
    call.write.remove("definitions", id);
    return done;
  }),
];

const emailDefinition = (workspace_id: string): DefinitionRow => ({
  id: `uad_email_${workspace_id}`,
  workspace_id,
  name: FILLED_BY_PRODUCT,
  data_type: "string",
  label: "Email",
});

function namedDefinition({ world, param }: Call, workspace: WorkspaceRow): DefinitionRow {
  const definition = world.definitions.get(param("user_attribute_definition_id"));
  if (definition?.workspace_id !== workspace.id) throw notFound("User attribute definition");
  return definition;
}
