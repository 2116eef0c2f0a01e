import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

type Row = Record<string, string>;

const EXAMPLE = new URL("../../examples/data-model/organization.json", import.meta.url);
/** What the clock of every test says: 2026-03-31 12:00 UTC. */
const DAY = "2026-03-31";

/** A list that everybody was decided to keep in, and a check of it as it comes back. */
async function decided() {
  const folder = await openFolder();
  const sandbox = openSandbox({ seed: JSON.parse(await readFile(fileURLToPath(EXAMPLE), "utf8")) });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  await run("review", "--out", "q3");
  const text = await folder.read("q3.csv");
  const rows: Row[] = parse(text, { columns: true, bom: true });
  const keep = rows.map((row): Row => ({ ...row, decision: "keep", reviewer: "Nora", date: DAY }));
  const save = async (lines: readonly (readonly string[])[]) => {
    const cell = (one: string) => `"${one.replaceAll('"', '""')}"`;
    await folder.write("q3.csv", lines.map((line) => `${line.map(cell).join(",")}\r\n`).join(""));
  };
  const columns = Object.keys(rows[0] ?? {});
  const lines = (edited: readonly Row[]) => [
    columns,
    ...edited.map((row) => columns.map((column) => row[column] ?? "")),
  ];
  const check = async (edited: readonly Row[]) => {
    await save(lines(edited));
    const { exitCode, stdout } = await run("review", "check", "q3.csv", "--format", "json");
    const found: readonly { state: string; problems: readonly string[] }[] = JSON.parse(stdout).rows;
    return {
      exitCode,
      states: [...new Set(found.map(({ state }) => state))],
      problems: found.map(({ problems }) => problems.join()),
    };
  };
  return { folder, run, text, keep, lines, save, check };
}

const closed = { exitCode: 0, states: ["kept"], problems: ["", "", "", ""] };

it("keeps decisions about a list that another version worded, and carries them", async () => {
  const { check, keep, run } = await decided();
  const other = keep.map(({ values = "", ...row }) => ({
    ...row,
    values: values.replaceAll("no value, sees all", "nothing set, sees everything"),
    changed: "in other words",
  }));
  expect(other.map(({ values }) => values).join()).toContain("nothing set, sees everything");
  expect(await check(other)).toEqual(closed);
  expect((await run("review", "--carry", "q3.csv", "--out", "q4")).stderr).toContain(
    "4 decisions of q3.csv hold",
  );
});

it.each([
  ["in words, of one row", (text: string) => text.replace("no value, sees all", "one value, sees little")],
  ["in the value", (text: string) => text.replace("[no value, sees all]", "west (Sales West)")],
  ["in the source", (text: string) => text.replace("(All Users)", "(Finance)")],
])("finds a row whose cells say something else than its facts: %s", async (_, edit) => {
  const { check, keep, run } = await decided();
  const [first = {} as Row, ...others] = keep;
  const values = edit(first.values ?? "");
  expect(values).not.toBe(first.values);
  const edited = { exitCode: 2, states: ["kept"], problems: ["edited", "", "", ""] };
  expect(await check([{ ...first, values }, ...others])).toEqual(edited);
  expect((await run("review", "--carry", "q3.csv", "--out", "q4")).stderr).toContain("3 decisions of");
});

it.each([
  ["other facts", (facts: string) => facts.replace('"role":"', '"role":"x'), "edited"],
  ["a fact more", (facts: string) => facts.replace("{", '{"shared":[],'), "edited"],
  ["no JSON", (facts: string) => facts.slice(0, 100), "edited"],
  ["another form", () => '{"member": 7}', "edited"],
  ["blanks between, which mean nothing", (facts: string) => facts.replace("{", "{ "), ""],
])("finds facts that are not those of the digest: %s", async (_, edit, problem) => {
  const { check, keep } = await decided();
  const [first = {} as Row, ...others] = keep;
  const { problems } = await check([{ ...first, facts: edit(first.facts ?? "") }, ...others]);
  expect(problems).toEqual([problem, "", "", ""]);
});

it("says that a list without facts is none", async () => {
  const { keep, run, save, lines } = await decided();
  await save(lines(keep).map((line) => line.slice(0, -1)));
  const { exitCode, stderr } = await run("review", "check", "q3.csv");
  expect(stderr).toContain("It lacks the columns facts.");
  expect(exitCode).toBe(1);
});

it("begins with a byte order mark, and takes cells of other alphabets back", async () => {
  const { text, run, folder } = await decided();
  expect(text.startsWith('\ufeff"organization"')).toBe(true);
  await run("review", "check", "q3.csv", "--out", "result");
  expect((await folder.read("result.csv")).startsWith('\ufeff"organization"')).toBe(true);
});

it("takes an empty row for nothing, and counts rows as the spreadsheet does", async () => {
  const { check, keep, run, save, lines } = await decided();
  const [head = [], first = [], ...others] = lines(keep);
  const empty = head.map((_, i) => (i === 3 ? "  " : ""));
  await save([head, empty, first, [""], empty, ...others, empty]);
  const { exitCode, stdout } = await run("review", "check", "q3.csv");
  expect(stdout).toContain("4 rows: 4 kept.");
  expect(exitCode).toBe(0);
  await save([head, empty, first.map((cell) => (cell === "Nora" ? "" : cell)), ...others]);
  expect((await run("review", "check", "q3.csv")).stdout).toContain("No reviewer: row 3, ");
  expect(await check(keep)).toEqual(closed);
});

it.each(["decision", "Decision ", "member", "own"])("refuses a list with two columns %s", async (name) => {
  const { keep, run, save, lines } = await decided();
  const table = lines(keep).map((line, i) => [...line, i === 0 ? "own" : ""]);
  await save(table.map((line, i) => [i === 0 ? name : "revoke", ...line]));
  const { exitCode, stderr } = await run("review", "check", "q3.csv");
  expect(stderr).toContain(`The column ${name.trim().toLowerCase()} stands there twice.`);
  expect(exitCode).toBe(1);
  expect((await run("review", "--carry", "q3.csv", "--out", "q4")).exitCode).toBe(1);
});

it("takes columns of the reviewer's own, also without a name", async () => {
  const { keep, run, save, lines } = await decided();
  await save(lines(keep).map((line) => ["", ...line, ""]));
  expect((await run("review", "check", "q3.csv")).exitCode).toBe(0);
});

it.each([
  ['=HYPERLINK("http://x")', "odd-reviewer"],
  ["'=HYPERLINK(1)", "odd-reviewer"],
  ["Nora;=now()", "odd-reviewer"],
  ["@nora", "odd-reviewer"],
  ["???", "odd-reviewer"],
  ["7", "odd-reviewer"],
  ["ada at northwind.example", "own-review"],
  ["ada (at) northwind.example", "own-review"],
  ["Ada Lovelace (ada [at] northwind.example)", "own-review"],
  ["Zoë Müller-Ødegård <zoe@northwind.example>", ""],
  ["李雷", ""],
])("looks at who reviewed: %s", async (reviewer, problem) => {
  const { check, keep } = await decided();
  const at = keep.findIndex(({ member }) => member === "ada@northwind.example");
  const { problems } = await check(keep.map((row, i) => (i === at ? { ...row, reviewer } : row)));
  expect(problems[at]).toBe(problem);
});

it.each([
  ["2026-04-01", ""],
  ["2026-04-02", "date-future"],
])("takes a day that has begun anywhere for one: %s", async (date, problem) => {
  const { check, keep } = await decided();
  expect((await check(keep.map((row) => ({ ...row, date })))).problems[0]).toBe(problem);
});

it("has room for decisions on paper only, until there is one", async () => {
  const { folder, run, keep, save, lines } = await decided();
  const room = '<th scope="col" class="on-paper">Decision</th>';
  const page = await folder.read("q3.html");
  expect(page).toContain(room);
  expect(page).toContain('<td class="on-paper">&nbsp;</td>');
  expect(page).toContain("@media screen { .on-paper { display: none; } }");
  await save(lines(keep));
  await run("review", "--carry", "q3.csv", "--out", "q4");
  expect(await folder.read("q4.html")).toContain('<th scope="col">Decision</th>');
});
