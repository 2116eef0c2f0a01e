import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { dataTypeOf } from "../../model/state/resource.js";
import type { ModelDescription, ModelGrant, OtherValue } from "../model-description.js";

/**
 * A model with the types of the attributes that a file declares. No text equals a number or a date in
 * `allowed_values`; whether a value of an attribute of that type does depends on how the service passes it to
 * the engine.
 */
export function withAttributeTypes<T extends ModelDescription>(
  model: T,
  workspaces: readonly DesiredWorkspace[],
): T {
  if (model.grants.every(({ others }) => others === undefined)) return model;
  const declared = new Set(
    workspaces.flatMap((workspace) =>
      contentsOf(workspace)
        .of("attribute")
        .map((attribute) => `${dataTypeOf(attribute)} ${attribute.name}`),
    ),
  );
  const isDoubtful = ({ attribute }: ModelGrant, { kind }: OtherValue): boolean =>
    declared.has(`${kind} ${attribute}`);
  const grants = model.grants.map((grant) =>
    grant.others === undefined
      ? grant
      : { ...grant, others: grant.others.map((one) => ({ ...one, isDoubtful: isDoubtful(grant, one) })) },
  );
  return { ...model, grants };
}
