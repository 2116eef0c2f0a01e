import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

/** A review in which everybody of a workspace is revoked, and its check against the workspace as it is. */
async function revoked(
  ...members: readonly { email: string; role: string; values?: Record<string, string> }[]
) {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "none" } },
          members: [...members],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { env, cwd: folder.path("") });
  expect((await run("review", "--out", "q3", "--workspace", "prod")).exitCode).toBe(0);
  const rows: string[][] = parse(await folder.read("q3.csv"), { bom: true });
  const [heads = []] = rows;
  const decided = (row: readonly string[]) =>
    heads.map((head, i) => {
      const decision = row[heads.indexOf("member")] === "admin@northwind.example" ? "keep" : "revoke";
      const filled = { decision, reviewer: "Nora", date: "2020-01-01" };
      return Object.entries(filled).find(([column]) => column === head)?.[1] ?? row[i] ?? "";
    });
  await folder.write(
    "done.csv",
    [heads, ...rows.slice(1).map(decided)]
      .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
      .join("\r\n"),
  );
  return await run("review", "check", "done.csv");
}

it("does not take the decision to revoke for done while a role is left that nothing limits", async () => {
  const admin = await revoked(
    { email: "mia@northwind.example", role: "admin" },
    { email: "zed@northwind.example", role: "view" },
  );
  expect(admin.stdout).toContain(
    "  mia@northwind.example in prod (revoke, Nora, 2020-01-01)\n    role admin, which nothing limits: take it away in the product\n",
  );
  expect(admin.stdout).toMatch(/rows: 1 open, 1 done, 1 kept\./);
  expect(admin.exitCode).toBe(2);
});

it("takes it for done where at most a limited role is left", async () => {
  const { exitCode, stdout } = await revoked({ email: "zed@northwind.example", role: "view" });
  expect(stdout).toContain("left: role view");
  expect(exitCode).toBe(0);
});
