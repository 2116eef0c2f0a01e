import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(at(path), "utf8"));

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: json("examples/data-model/organization.json") });
});
afterAll(() => sandbox?.close());

test.each([
  ["who", "ada@northwind.example", "explanations"],
  ["who", "bob@northwind.example", "data"],
  ["who", "--open", "people"],
  ["who", "group:Sales West", "people"],
  ["who", "region=west", "people"],
  ["who", "region=", "people"],
  ["who", "field:employees.salary", "people"],
  ["compare", "live", "access_changes"],
] as const)("what is printed fits its schema: %s %s", async (command, what, key) => {
  const { stdout } = await orgform([command, what, "--format", "json"], {
    cwd: at("examples/data-model"),
    env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
  });
  const validate =
    ajv.getSchema(command) ??
    ajv.addSchema(json(`schemas/${command}.schema.json`), command).getSchema(command);
  const printed = JSON.parse(stdout);
  validate?.(printed);
  expect(validate?.errors ?? null).toBeNull();
  expect(printed[key].length).toBeGreaterThan(0);
  validate?.({ ...printed, token: "secret" });
  expect(validate?.errors).not.toBeNull();
});
