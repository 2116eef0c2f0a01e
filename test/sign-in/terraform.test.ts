import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { renderSignIn } from "../../src/sign-in/render/render.js";
import { BLOCK, withApplication, withoutClientId } from "./block.js";
import { at, type Json, set } from "./json-edit.js";

const schema = JSON.parse(readFileSync(new URL("terraform-blocks.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);

const render = (block: WarehouseSignIn): Json =>
  JSON.parse(renderSignIn(block, "terraform").files[0]?.text ?? "");

const application = "resource.azuread_application.warehouse";
const awkward: WarehouseSignIn = {
  ...BLOCK,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform's own
  roles: [{ name: "ANALYST", consent: "user", description: "Costs ${9.99} and %{ if x }" }],
};

test.each([
  ["version 1", BLOCK],
  ["version 2", withApplication({ token_version: 2 })],
  ["an app URL with a path", { ...BLOCK, app_url: "https://app.example/northwind" }],
  ["no client id yet", withoutClientId()],
  ["awkward texts", awkward],
])("the module has only blocks and arguments that the providers know: %s", (_, block) => {
  validate(render(block));
  expect(validate.errors).toBeNull();
});

test("the schema would notice a misspelt argument", () => {
  const document = render(BLOCK);
  set(`${application}.identifier_uri`, "x")(document);
  expect(validate(document)).toBe(false);
});

test("every reference names something of the module", () => {
  const document = render(BLOCK);
  for (const [, path = ""] of JSON.stringify(document).matchAll(/\$\{([^}]+)\}/g)) {
    const [first = "", ...rest] = path.split(".");
    const parts = first === "data" ? [first, ...rest.slice(0, 2)] : ["resource", first, ...rest.slice(0, 1)];
    expect(at(document, parts.join("."))).toBeTypeOf("object");
  }
});

test("texts are never taken for templates", () => {
  const text = at(render(awkward), `${application}.app_role.0.description`);
  expect(text).toBe("Costs $${9.99} and %%{ if x }");
});

test("a slash that was added is told of", () => {
  expect(render(BLOCK)["//"]).toContain("a slash at its end that app_url does not have");
  expect(render({ ...BLOCK, app_url: `${BLOCK.app_url}/` })).not.toHaveProperty("//");
});

test("Graph is asked for profile where tokens are of version 2", () => {
  const grants = "resource.azuread_service_principal_delegated_permission_grant.graph.claim_values";
  expect(at(render(BLOCK), grants)).toEqual(["User.Read"]);
  expect(at(render(withApplication({ token_version: 2 })), grants)).toEqual(["User.Read", "profile"]);
});
