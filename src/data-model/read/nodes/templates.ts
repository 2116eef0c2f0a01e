import type { ModelTemplate } from "../../model-description.js";
import type { ModelNode } from "./document.js";
import type { Reader } from "./node-reader.js";

/** A literal name, after which nothing is added to it. */
const NAME = String.raw`\s*(?:'([^'"\\]+)'|"([^'"\\]+)")\s*`;
/** A reference such as `user_attributes['region']`, `user_attributes.get('region')` or `user_attributes.region`. */
const TEMPLATE = new RegExp(
  String.raw`\buser_attributes\b\s*(?:\[${NAME}\]|\.\s*get\s*\(${NAME}[,)]|\.\s*(\w+)\b(?!\s*\())?`,
  "g",
);
/** The attributes that a Python mapping has in addition to its keys. */
const OF_MAPPINGS = /^(?:clear|copy|fromkeys|get|items|keys|pop|popitem|setdefault|update|values|__\w+)$/;

const NONE: readonly never[] = [];

/** The attributes that templates anywhere in a node name, but below the key `except`; `null` where it is not written there. */
export function templatesIn(reader: Reader, start: ModelNode, except?: string): readonly ModelTemplate[] {
  if (!reader.hasTemplates) return NONE;
  const found = new Set<string | null>();
  const seen = new Set<ModelNode>();
  const visit = (node: ModelNode): void => {
    if (node.kind === "scalar") {
      if (!node.text.includes("user_attributes")) return;
      for (const [, a, b, c, d, plain] of node.text.matchAll(TEMPLATE)) {
        const name = a ?? b ?? c ?? d ?? plain;
        found.add(name === undefined || (name === plain && OF_MAPPINGS.test(name)) ? null : name);
      }
      return;
    }
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "list") node.items.forEach(visit);
    else
      for (const [key, value] of node.entries)
        if (node !== start || key.kind !== "scalar" || key.text !== except) visit(value);
  };
  visit(start);
  return [...found].map((attribute) => ({ attribute, place: reader.place(start) }));
}
