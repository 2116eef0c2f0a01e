// Compiles the JSON Schemas to standalone validators: no schema compiler is loaded when a command starts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";

/** Writes one ES module a schema into `src/<folder>/generated/`, with a `.d.ts` beside it. */
export function compileValidators(root) {
  const orgform = JSON.parse(readFileSync(join(root, "schemas/orgform.schema.json"), "utf8"));
  write(join(root, "src/config/generated"), "orgform-validator", compile(orgform, { validate: "#" }, true));
  const openapi = parse(readFileSync(join(root, "schemas/openapi.yaml"), "utf8"));
  const shapes = Object.keys(openapi.components.schemas);
  const api = { $id: "api", components: openapi.components };
  write(
    join(root, "src/api/generated"),
    "api-validators",
    compile(api, Object.fromEntries(shapes.map((s) => [s, `api#/components/schemas/${s}`])), false),
    shapes,
  );
}

function compile(schema, exportsByName, allErrors) {
  const ajv = new Ajv2020({
    allErrors,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    code: { source: true, esm: true, lines: true },
  });
  addFormats.default(ajv);
  // OpenAPI's own words, which are not JSON Schema's.
  for (const word of ["example", "components", "x-note", "x-extensible-enum"]) ajv.addKeyword(word);
  ajv.addSchema(schema, schema.$id ?? "schema");
  const refs = Object.fromEntries(
    Object.entries(exportsByName).map(([name, ref]) => [name, ref === "#" ? (schema.$id ?? "schema") : ref]),
  );
  return standalone.default(ajv, refs);
}

function write(folder, name, code, shapes = ["validate"]) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.js`), code);
  const types = shapes.map((s) => `export declare const ${s}: Validate;`).join("\n");
  writeFileSync(
    join(folder, `${name}.d.ts`),
    `import type { ErrorObject } from "ajv";\ninterface Validate { (data: unknown): boolean; errors?: ErrorObject[] | null }\n${types}\n`,
  );
}
