import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { SandboxInProcess } from "../../src/sandbox/start-sandbox.js";
import { openFolder } from "../commands/folder.js";
import { BLOCK } from "../sign-in/block.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(at(path), "utf8"));

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);

let sandbox: SandboxInProcess;
beforeAll(async () => {
  sandbox = openSandbox({ seed: json("examples/data-model/organization.json") });
});
afterAll(() => sandbox?.close());

test("schemas compile in ajv as they come", () => {
  const names = readdirSync(at("schemas")).filter((name) => name.endsWith(".schema.json"));
  expect(names.length).toBeGreaterThan(10);
  const plain = new Ajv2020({ logger: false });
  for (const name of names) plain.addSchema(json(`schemas/${name}`), name);
  for (const name of names) expect(plain.getSchema(name)).toBeTypeOf("function");
});

test("what commands print about files, tokens and runs fits its schema", async () => {
  const folder = await openFolder();
  const members = ["ada", "bob"].map((name) => ({ email: `${name}@n.example`, role: "view" }));
  const seed = { organization: { id: "org_n", name: "N" }, workspaces: [{ name: "prod", members }] };
  const own = openSandbox({ seed });
  onTestFinished(() => own.close());
  const file = (sales: string) =>
    `version: 1\norganization: {id: org_n}\nworkspaces:\n  prod: {groups: {Sales: {precedence: 10, members: [${sales}]}}}\n`;
  await folder.write("orgform.yaml", file("ada@n.example"));
  await folder.write("broken.yaml", `${file("ada@n.example")}  dev: {grups: {}}\n`);
  await folder.write("other.yaml", file("ada@n.example").replace("org_n", "org_other"));
  await folder.write(
    "sign-in.yaml",
    JSON.stringify({ version: 1, organization: { id: "org_n" }, warehouse_sign_in: BLOCK }),
  );
  await folder.write("keys.json", '{"keys":[]}');
  const env = { ORGFORM_BASE_URL: own.url, ORGFORM_TOKEN: own.token };
  const run = (args: string, input = "") => orgform(args.split(" "), { cwd: folder.path(""), env, input });
  const printed = async (schema: string, args: string, input?: string) => {
    const { stdout } = await run(`${args} --format json`, input);
    const document = JSON.parse(stdout);
    const validate =
      ajv.getSchema(schema) ?? ajv.addSchema(json(`schemas/${schema}.schema.json`), schema).getSchema(schema);
    validate?.(document);
    expect({ args, errors: validate?.errors ?? null }).toEqual({ args, errors: null });
    validate?.({ ...document, token_value: "secret" });
    expect(validate?.errors).not.toBeNull();
    return document;
  };
  expect((await printed("validate", "validate")).valid).toBe(true);
  expect((await printed("validate", "validate -f broken.yaml")).error_count).toBeGreaterThan(0);
  expect((await printed("whoami", "whoami")).file.fits).toBe(true);
  expect((await printed("whoami", "whoami -f other.yaml")).file.fits).toBe(false);
  await run("apply --auto-approve --receipt one.jsonl");
  await folder.write("orgform.yaml", file("bob@n.example"));
  await run("apply --auto-approve --receipt two.jsonl");
  expect((await printed("log", "log one.jsonl two.jsonl")).runs).toHaveLength(2);
  expect((await printed("log", "show one.jsonl")).runs[0].about.changes.length).toBeGreaterThan(0);
  await printed("sign-in-check", "sign-in check -f sign-in.yaml --manifest -", "{}");
  await printed("sign-in-verify", "sign-in verify -f sign-in.yaml --token - --jwks keys.json", "a.b.c");
  await printed("sign-in-verify", "sign-in verify -f sign-in.yaml --token - --jwks keys.json", TOKEN);
});

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
/** A token whose signature nobody made. */
const TOKEN = `${part({ alg: "RS256", typ: "JWT", kid: "k" })}.${part({ ver: "2.0", iss: "https://i", aud: ["a"], scp: "session:role-any", exp: 1 })}.x`;

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
