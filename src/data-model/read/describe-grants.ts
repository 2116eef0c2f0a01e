import type { ModelGrant, OtherValue } from "../model-description.js";
import { attributeNameOf, written } from "./filters.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import { type ModelFinding, notText, refused } from "./nodes/finding.js";
import { type Reader, scalarsIn } from "./nodes/node-reader.js";
import { engineValue, identityOf } from "./nodes/scalars.js";

/** Grants, and what makes the engine fail once something requires a grant, whichever it is. */
export function describeGrants(
  reader: Reader,
  root: ModelMap,
  broken: ModelFinding[],
): readonly ModelGrant[] {
  const list = reader.at(root, "access_grants");
  if (list === undefined) return [];
  if (list.kind !== "list") {
    broken.push(refused("access_grants is no list", reader.where(list)));
    return [];
  }
  return list.items.flatMap((item): readonly ModelGrant[] => {
    const missing = ["name", "user_attribute", "allowed_values"].find((key) => !reader.has(item, key));
    if (missing !== undefined) {
      broken.push(refused(`a grant has no \`${missing}\``, reader.where(item)));
      return [];
    }
    const name = reader.value(reader.at(item, "name"));
    return [
      {
        name: name === undefined ? "" : identityOf(name),
        attribute: attributeNameOf(reader, item),
        ...allowedBy(reader, reader.at(item, "allowed_values")),
        place: reader.place(item),
      },
    ];
  });
}

function allowedBy(
  reader: Reader,
  node: ModelNode | undefined,
): Pick<ModelGrant, "allowed" | "within" | "others" | "isBroken"> {
  const value = reader.value(node);
  if (value?.kind === "text") return { allowed: [], within: value.text };
  const parts = node && scalarsIn(node);
  if (node === undefined || parts === undefined) {
    if (node)
      reader.report(
        notText(written(node), "The engine fails on everybody who has a value.", reader.where(node)),
      );
    return { allowed: [], isBroken: true };
  }
  const others = parts.flatMap(({ kind, text }): readonly OtherValue[] =>
    kind === "text" ? [] : [{ kind: kind === "number" || kind === "date" ? kind : "other", text }],
  );
  for (const item of node.kind === "list" && others.length > 0 ? node.items : [])
    if (item.kind !== "scalar" || engineValue(item).kind !== "text")
      reader.report(notText(written(item), "Nobody who has a value passes by it.", reader.where(item)));
  return {
    allowed: parts.flatMap(({ kind, text }) => (kind === "text" ? [text] : [])),
    ...(others.length > 0 && { others }),
  };
}
