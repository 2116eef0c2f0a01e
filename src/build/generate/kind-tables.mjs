// Writes what kinds of resource there are, from `x-kind` in schemas/orgform.schema.json: it says of which kind the entries
// of a mapping or list are, so that a kind's address is its place in the file.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the forms of addresses, and the registry of the files in src/kinds. */
export function writeKindTables(root) {
  const forms = kindForms(JSON.parse(readFileSync(join(root, "schemas/orgform.schema.json"), "utf8")));
  write(root, "src/model/generated/kinds.ts", [
    "/** The form of each kind's addresses, `*` for a name, in the order in which plans list the kinds of one workspace. */",
    `export const ADDRESS_FORMS = ${JSON.stringify(forms, null, 2)} as const;`,
  ]);
  const kinds = Object.keys(forms);
  write(root, "src/kinds/generated/registry.ts", [
    kinds.map((kind) => `import { ${camel(kind)} } from "../${kind.replaceAll("_", "-")}.js";`).join("\n"),
    "/** Every kind by its name. */",
    `export const KINDS = { ${kinds.map((kind) => `${kind}: ${camel(kind)}`).join(", ")} } as const;`,
  ]);
}

/** The schemas of outputs whose list of kinds is not what it should be, as they should be, by path. */
export function schemasWithKinds(root) {
  const forms = kindForms(JSON.parse(readFileSync(join(root, "schemas/orgform.schema.json"), "utf8")));
  const paths = ["plan", "event", "receipt"].map((name) => `schemas/${name}.schema.json`);
  return Object.fromEntries(
    paths.map((path) => {
      const schema = JSON.parse(readFileSync(join(root, path), "utf8"));
      schema.$defs.kind.enum = Object.keys(forms);
      return [path, `${JSON.stringify(schema, null, 2)}\n`];
    }),
  );
}

/** The forms of addresses by kind, in the order of the schema. */
export function kindForms(schema) {
  const forms = {};
  const visit = (given, path) => {
    const node = given.$ref ? { ...schema.$defs[given.$ref.split("/").at(-1)], ...given } : given;
    const entry = node["x-kind"] === undefined ? path : [...path, "*"];
    if (node["x-kind"] !== undefined) forms[node["x-kind"]] = entry.join("/");
    if (node["x-kind"] === undefined)
      for (const [key, value] of Object.entries(node.properties ?? {})) visit(value, [...path, key]);
    else if (typeof node.additionalProperties === "object") visit(node.additionalProperties, entry);
  };
  visit(schema.properties.workspaces, []);
  return forms;
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

function write(root, path, parts) {
  mkdirSync(join(root, path, ".."), { recursive: true });
  const head = "// Generated from schemas/orgform.schema.json by src/build/generate/kind-tables.mjs.";
  writeFileSync(join(root, path), `${[head, ...parts].join("\n\n")}\n`);
}
