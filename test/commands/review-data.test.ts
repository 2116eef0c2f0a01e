import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { factsDigest, listDigest, withoutSeen } from "../../src/plan/review/review-facts.js";
import { cellsCsv } from "../../src/report/review/review-list.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

type Row = Record<string, string>;

/** The example with a data model, and a signed review of it. */
async function signed() {
  const folder = await openFolder();
  const example = fileURLToPath(new URL("../../examples/data-model", import.meta.url));
  await cp(example, folder.path("."), { recursive: true });
  const sandbox = openSandbox({ seed: JSON.parse(await folder.read("organization.json")) });
  onTestFinished(() => sandbox.close());
  const run = (...args: string[]) =>
    orgform(args, {
      cwd: folder.path(""),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
  await run("review", "--out", "q3");
  const rows: Row[] = parse(await folder.read("q3.csv"), { columns: true, bom: true });
  const decided = { decision: "keep", reviewer: "rita@northwind.example", date: "2020-01-01" };
  const save = (name: string, edit: (row: Row) => Row) =>
    folder.write(
      name,
      cellsCsv(
        Object.keys(rows[0] ?? {}),
        rows.map((row) => ({ ...edit(row), ...decided })),
      ),
    );
  /** Puts an open field in the place of another one: nobody reaches more or fewer. */
  const change = async () => {
    const text = await folder.read("model/views/orders.yml");
    await folder.write("model/views/orders.yml", text.replaceAll("total", "salary"));
  };
  return { run, rows, save, change };
}

it("is no longer signed once people reach other objects of the same number", async () => {
  const { run, rows, save, change } = await signed();
  const all = rows.length;
  await save("q3.csv", (row) => row);
  expect((await run("review", "check", "q3.csv")).stdout).toContain(`${all} rows: ${all} kept.`);
  await change();
  const checked = await run("review", "check", "q3.csv");
  expect(checked.exitCode).toBe(2);
  expect(checked.stdout).toContain(`${all} rows: ${all} changed since.`);
  const found = JSON.parse((await run("review", "check", "q3.csv", "--format", "json")).stdout);
  expect(found.rows[0].differences).toMatchObject([{ fact: "data" }]);
  expect((await run("review", "--carry", "q3.csv", "--out", "q4")).stderr).toContain("0 decisions of q3.csv");
});

it("compares nothing that a list of an earlier version does not have", async () => {
  const { run, rows, save, change } = await signed();
  const all = rows.length;
  const former = (row: Row): Row => {
    const facts = withoutSeen(JSON.parse(row.facts ?? ""));
    expect(JSON.stringify(facts)).not.toBe(row.facts);
    const data = row.data?.replace(/ #[0-9a-f]{12}/, "") ?? "";
    return { ...row, data, facts: JSON.stringify(facts), digest: factsDigest(facts) };
  };
  const list_digest = listDigest(rows.map(former));
  await save("q2.csv", (row) => ({ ...former(row), list_digest }));
  await change();
  const checked = await run("review", "check", "q2.csv");
  expect([checked.exitCode, checked.stdout]).toEqual([
    0,
    expect.stringContaining(`${all} rows: ${all} kept.`),
  ]);
  expect((await run("review", "--carry", "q2.csv", "--out", "q4")).stderr).toContain(
    `${all} decisions of q2.csv hold, 0 rows need one`,
  );
});
