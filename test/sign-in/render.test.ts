import { describe, expect, test } from "vitest";
import { renderSignIn, SIGN_IN_FORMATS } from "../../src/sign-in/render/render.js";
import { URL_NAMESPACE, uuidV5 } from "../../src/sign-in/terms/uuid.js";
import { BLOCK, withApplication, withoutClientId, withRole } from "./block.js";

const text = (name: string, block = BLOCK): string =>
  renderSignIn(block, "all").files.find((file) => file.name === name)?.text ?? "";

test("version 5 UUIDs are those of RFC 9562", () => {
  expect(uuidV5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com")).toBe(
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  );
});

describe("ids", () => {
  const ids = (block = BLOCK) =>
    [...text("application.graph.json", block).matchAll(/"id": "([^"]+)"/g)].map(([, id]) => id);

  test("follow from the Application ID URI and the value alone", () => {
    const namespace = uuidV5(URL_NAMESPACE, BLOCK.application.id_uri);
    expect(ids()[0]).toBe(uuidV5(namespace, "session:scope:ANALYST"));
    const reversed = { ...BLOCK, roles: [...BLOCK.roles].reverse() };
    expect(new Set(ids(reversed))).toEqual(new Set(ids()));
  });

  test("are the given ones where they are given", () => {
    const id = "99999999-9999-4999-8999-999999999999";
    expect(ids({ ...BLOCK, roles: [{ name: "ANALYST", consent: "admin", scope_id: id }] })[0]).toBe(id);
  });
});

test("the same block gives the same bytes, whatever the order of its keys", () => {
  const reordered = JSON.parse(JSON.stringify(BLOCK, Object.keys(flatKeys(BLOCK)).sort().reverse()));
  expect(renderSignIn(reordered, "all")).toEqual(renderSignIn(BLOCK, "all"));
});

test("ids in capitals are the same ids", () => {
  const shouted = withApplication(
    { client_id: BLOCK.application.client_id?.toUpperCase() ?? "" },
    { ...BLOCK, tenant_id: BLOCK.tenant_id.toUpperCase() },
  );
  expect(renderSignIn(shouted, "all")).toEqual(renderSignIn(BLOCK, "all"));
});

test("every format is part of all, each file once", () => {
  const all = renderSignIn(BLOCK, "all").files;
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const format of SIGN_IN_FORMATS)
    expect(all).toEqual(expect.arrayContaining([...renderSignIn(BLOCK, format).files]));
});

test("the hand-off has what the service operator needs, and no place for the secret", () => {
  const sheet = text("hand-off.md");
  for (const value of [
    "0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d",
    "3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b",
    "https://northwind.example/4d2a8c2b",
    "sent separately; expires on `2027-01-31`",
    "https://xy12345.eu-west-1.snowflakecomputing.com",
  ]) {
    expect(sheet).toContain(value);
  }
  expect(text("hand-off.md", withoutClientId())).toContain("not created yet");
});

describe("the checklist", () => {
  test("follows the eight steps with this organization's values", () => {
    const steps = text("checklist.md")
      .split(/\n(?=\d\. )/)
      .slice(1);
    const values = [
      ["`Analytics warehouse`", "no redirect URI yet"],
      ["`https://northwind.example/4d2a8c2b`"],
      [
        "`session:scope:ANALYST`",
        "Admins only",
        "`session:scope:EXPLORER`",
        "Admins and users",
        "`Reads the marts`",
      ],
      ["appRoles", "`session:role:ANALYST`", "Application"],
      ["single-page application", "`https://northwind.app.example`", "access tokens and ID tokens"],
      ["`0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d`", "`2027-01-31`", "not the Secret ID"],
      ["delegated", "`session:scope:EXPLORER`", "`session:role:EXPLORER`", "admin consent"],
      ["`https://xy12345.eu-west-1.snowflakecomputing.com`", "snowflake-create.sql", "hand-off.md"],
    ];
    expect(steps).toHaveLength(values.length);
    for (const [i, wanted] of values.entries()) {
      for (const value of wanted) expect(steps[i]).toContain(value);
    }
  });

  test("leaves the service user to what verify prints", () => {
    expect(text("checklist.md")).toContain("`orgform sign-in verify --flow app` finds nothing. Run the SQL");
  });

  test("keeps a name within its cell", () => {
    const rows = text("checklist.md", withRole("A|B`C"))
      .split("\n")
      .filter((line) => line.includes("B`C"));
    expect(rows[0]).toContain("``session:scope:A\\u{7c}B`C``");
  });
});

test("no sheet can be reordered by what a name holds", () => {
  const block = withApplication({
    name: "Analytics \u202Eexe.wonS",
    id_uri: "https://northwind.example/\u2066a\u200B",
  });
  for (const name of ["checklist.md", "hand-off.md"]) {
    expect(text(name, block)).not.toMatch(/[\u200B\u202E\u2066]/);
  }
  expect(text("checklist.md", block)).toContain("`Analytics \\u{202e}exe.wonS`");
});

/** Every key of a value and of what it holds. */
function flatKeys(value: unknown): Record<string, true> {
  if (typeof value !== "object" || value === null) return {};
  return Object.assign(
    Object.fromEntries(Object.keys(value).map((key) => [key, true])),
    ...Object.values(value).map(flatKeys),
  );
}
