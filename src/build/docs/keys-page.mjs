import { table } from "./table.mjs";

/** The table of every key of the file, from its JSON Schema. */
export function keysPage(schema) {
  const page = [];
  const seen = new Set();
  const resolve = (node) => {
    if (node.$ref === undefined) return node;
    const { $ref, ...own } = node;
    return { ...resolve(schema.$defs[$ref.slice("#/$defs/".length)]), ...own };
  };

  function section(path, node, depth) {
    const { description = "", properties = {}, required = [] } = resolve(node);
    page.push(`${"#".repeat(Math.min(depth, 3))} ${heading(path)}`, "", description, "");
    if (Object.keys(properties).length > 0) page.push(keyTable(properties, required), "");
    const below = Object.entries(properties).map(([key, value]) => [[...path, key], value]);
    for (const [at, child] of below) descend(at, child, depth + 1);
  }

  /** Descends where there are further keys; a part that several places share is described at the first. */
  function descend(path, node, depth) {
    const full = resolve(node);
    const shared = node.$ref;
    if (shared !== undefined && seen.has(shared)) return;
    if (full.properties !== undefined) {
      if (shared !== undefined) seen.add(shared);
      section(path, node, depth);
      if (typeof full.additionalProperties === "object")
        descend([...path, "*"], full.additionalProperties, depth);
    } else if (
      typeof full.additionalProperties === "object" &&
      resolve(full.additionalProperties).properties
    ) {
      if (shared !== undefined) seen.add(shared);
      descend([...path, "*"], full.additionalProperties, depth);
    } else if (full.then?.properties !== undefined) {
      if (shared !== undefined) seen.add(shared);
      section(path, { description: `As a mapping. ${full.description}`, ...full.then }, depth);
    } else if (full.items !== undefined && resolve(full.items).properties)
      descend([...path, "[]"], full.items, depth);
  }

  function keyTable(properties, required) {
    const rows = Object.entries(properties).map(([key, value]) => row(key, value, required.includes(key)));
    return table(["Key", "Value", ""], rows);
  }

  function row(key, node, isRequired) {
    const { description = "", examples = [], ...full } = resolve(node);
    const example = examples[0] === undefined ? "" : ` Such as ${code(flow(examples[0]))}.`;
    const fallback = full.default === undefined ? "" : ` Default: ${code(flow(full.default))}.`;
    return [
      `\`${key}\`${isRequired ? " (required)" : ""}`,
      typeText(full),
      `${description}${fallback}${example}`,
    ];
  }

  function typeText(node) {
    const { type, enum: choices, items, additionalProperties, const: only } = node;
    if (only !== undefined) return code(only);
    if (choices !== undefined)
      return choices.map((choice) => code(choice === "\t" ? "\\t" : String(choice))).join(" ");
    if (node.else !== undefined && type === undefined)
      return `${typeText(resolve(node.else))}, or ${node.then?.type === "array" ? "a list" : "a mapping"}`;
    if (type === "array") return items?.properties ? "list" : `list of ${typeText(resolve(items ?? {}))}`;
    if (type === "object") return typeof additionalProperties === "object" ? "mapping by name" : "mapping";
    if (Array.isArray(type)) return "text";
    return (
      { string: "text", integer: "whole number", number: "number", boolean: "`true` or `false`" }[type] ?? ""
    );
  }

  const { properties, required } = schema;
  page.push(keyTable(properties, required), "");
  // A template is part of a workspace: the workspace describes what both have.
  const order = Object.entries(properties).sort(([a], [b]) =>
    a === "templates" ? 1 : b === "templates" ? -1 : 0,
  );
  for (const [key, value] of order) descend([key], value, 2);
  return page.join("\n");
}

const heading = (path) =>
  `\`${path
    .map((part) => (part === "*" ? "NAME" : part))
    .join(".")
    .replaceAll(".[]", "[]")}\``;
const code = (text) => `\`${text}\``;

/** A value as YAML in one line. */
function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value !== null && typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, inner]) => `${key}: ${flow(inner)}`)
      .join(", ")}}`;
  return String(value);
}
