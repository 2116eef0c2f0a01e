import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind}
people: {file: people.csv}
workspaces:
  prod:
    people: {}
    members: {admin@northwind.example: {}}
`;

/** Plans a list of which the service has `ada` as a member and `bob` as invited. */
async function planOf(list: string, { file = FILE } = {}) {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          members: [{ email: "ada@northwind.example" }],
          invites: [{ email: "bob@northwind.example" }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("orgform.yaml", file);
  await folder.write("people.csv", list);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  const plan = await run("plan", "--format", "json");
  const found = JSON.parse(plan.stdout).diagnostics.filter(
    ({ code }: { code: string }) => code === "list-cut",
  );
  return {
    exitCode: plan.exitCode,
    severities: found.map(({ severity }: { severity: string }) => severity),
    found,
    run,
    writes: () => sandbox.log().filter(({ method }) => method !== "GET").length,
  };
}

it("refuses to invite the address of a last line without a line end", async () => {
  const { exitCode, found, run, writes } = await planOf("email\nada@northwind.example\nbob@northwind.exa");
  expect(exitCode).toBe(1);
  expect(found).toMatchObject([
    { severity: "error", range: { filename: "people.csv", start: { line: 3, column: 1 } } },
  ]);
  expect(found[0].summary).toBe(
    "bob@northwind.exa would be invited, and the list may be cut off in this address",
  );
  expect((await run("apply", "--auto-approve")).exitCode).toBe(1);
  expect(writes()).toBe(0);
  const { exitCode: valid, stderr, stdout } = await run("validate");
  expect(valid).toBe(0);
  expect(stdout + stderr).toContain("list-cut");
});

it("refuses to await it, and warns where somebody with an invite is awaited", async () => {
  const file = FILE.replace("    people: {}", "    arrive_by: sign_in\n    people: {}");
  const { exitCode, found } = await planOf("email\nada@northwind.example\nbob@northwind.exa", { file });
  expect(exitCode).toBe(1);
  expect(found[0].summary).toContain("bob@northwind.exa would be awaited");
  const invited = await planOf("email\nada@northwind.example\nbob@northwind.example", { file });
  expect({ ...invited, found: [] }).toMatchObject({ exitCode: 0, severities: ["warning"] });
});

it.each([
  ["a member", "email\nbob@northwind.example\nada@northwind.example"],
  ["an invited person", "email\nada@northwind.example\nbob@northwind.example"],
  ["an address in another cell", "email,team\nbob@northwind.example,\nada@northwind.example,Sal"],
])("only warns where the last line is about %s", async (_, list) => {
  const { exitCode, severities } = await planOf(list);
  expect({ exitCode, severities }).toEqual({ exitCode: 0, severities: ["warning"] });
});

it("only warns where the file names the person as well", async () => {
  const file = FILE.replace("{admin@", "{new@northwind.example: {}, admin@");
  const { exitCode, severities } = await planOf("email\nada@northwind.example\nnew@northwind.example", {
    file,
  });
  expect({ exitCode, severities }).toEqual({ exitCode: 0, severities: ["warning"] });
});

it("only warns where the line of a person who is left out is cut", async () => {
  const file = FILE.replace("people.csv}", "people.csv, only: {status: active}}");
  const list = "email,status\nada@northwind.example,active\nnew@northwind.example,acti";
  const { exitCode, severities } = await planOf(list, { file });
  expect({ exitCode, severities }).toEqual({ exitCode: 0, severities: ["warning"] });
});

it("says nothing of a list that is whole", async () => {
  const list = "email\r\nada@northwind.example\r\nnew@northwind.example\r\n";
  const { exitCode, severities } = await planOf(list);
  expect({ exitCode, severities }).toEqual({ exitCode: 0, severities: [] });
});
