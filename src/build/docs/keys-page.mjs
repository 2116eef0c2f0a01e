import { stringify } from "yaml";
import { table } from "./table.mjs";

/** The table of every key of the file, from its JSON Schema, and a section for each part that has keys. */
export function keysPage(schema) {
  const seen = new Set();
  const resolve = ({ $ref, ...own }) =>
    $ref ? { ...resolve(schema.$defs[$ref.slice("#/$defs/".length)]), ...own } : own;

  /** The keys of a part, and the parts below it. */
  function keysOf(path, { properties = {}, required = [] }, level) {
    const rows = Object.entries(properties).map(([key, node]) => {
      const { description = "", examples: [example] = [], default: usual, ...full } = resolve(node);
      const more = [
        usual !== undefined && `Default: ${code(usual)}.`,
        example !== undefined && `Such as ${code(example)}.`,
      ];
      return [
        `\`${key}\`${required.includes(key) ? " (required)" : ""}`,
        typeText(full),
        [description, ...more].filter(Boolean).join(" "),
      ];
    });
    return [
      ...(rows.length > 0 ? [table(["Key", "Value", ""], rows)] : []),
      ...Object.entries(properties).flatMap(([key, node]) => partsOf([...path, key].join("."), node, level)),
    ];
  }

  /** What a key leads to, with what is below; what several places share is described at the first. */
  function partsOf(path, node, level) {
    if (seen.has(node.$ref)) return [];
    if (node.$ref) seen.add(node.$ref);
    const { description, then, items, additionalProperties, ...full } = resolve(node);
    const heading = `${"#".repeat(level)} \`${path}\``;
    const below = [
      ...(additionalProperties ? partsOf(`${path}.NAME`, additionalProperties, level) : []),
      ...(items ? partsOf(`${path}[]`, items, level) : []),
    ];
    if (full.properties) return [heading, description, ...keysOf([path], full, 3), ...below];
    if (then?.properties)
      return [heading, `As a mapping. ${description}`, ...keysOf([path], then, 3), ...below];
    return below;
  }

  function typeText({ type, enum: choices, items, additionalProperties, const: only, then, else: other }) {
    if (only !== undefined) return code(only);
    if (choices) return choices.map(code).join(" ");
    if (other && !type)
      return `${typeText(resolve(other))}, or ${then?.type === "array" ? "a list" : "a mapping"}`;
    if (type === "array") return items?.properties ? "list" : `list of ${typeText(resolve(items ?? {}))}`;
    if (type === "object") return additionalProperties ? "mapping by name" : "mapping";
    return Array.isArray(type) ? "text" : (TYPES[type] ?? "");
  }

  // A template is part of a workspace: the workspace describes what both have.
  const { templates, ...properties } = schema.properties;
  return keysOf([], { ...schema, properties: { ...properties, templates } }, 2).join("\n\n");
}

const TYPES = { string: "text", integer: "whole number", number: "number", boolean: "`true` or `false`" };

/** A value as YAML in one line. */
const code = (value) =>
  `\`${stringify(value, { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 }).trim()}\``;
