import { expect, it } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind}
workspaces: {prod: {groups: {Sales: {precedence: 10, members: []}}}}
`;
const SEED = {
  organization: { id: "org_northwind", name: "Northwind" },
  workspaces: [{ name: "prod", members: [{ email: "ada@northwind.example", role: "view" }] }],
};

it.each([
  ["snapshot"],
  ["export"],
  ["who"],
  ["who", "--format", "csv"],
  ["compare", "live", "planned"],
  ["log"],
  ["show", "plan.json"],
  ["whoami"],
  ["validate", "--format", "json"],
])(
  "a file is named on stderr once it is written, and the product stays off it: %s %s %s",
  async (...args) => {
    const [sandbox, folder] = [openSandbox({ seed: SEED }), await openFolder()];
    await folder.write("orgform.yaml", FILE);
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    const run = (...words: string[]) => orgform(words, { cwd: folder.path(""), env });
    await run("plan", "--out", "plan.json");
    await run("apply", "plan.json", "--auto-approve");
    const written = await run(...args, "--out", "product");
    expect([written.stderr, written.stdout, written.exitCode]).toEqual([
      expect.stringContaining("Wrote product.\n"),
      "",
      0,
    ]);
    expect(await folder.read("product")).not.toBe("");
    for (const place of [[], ["--out", "-"]]) {
      const printed = await run(...args, ...place);
      expect(printed.stderr).not.toContain("Wrote");
      expect(printed.stdout).not.toBe("");
    }
  },
);
