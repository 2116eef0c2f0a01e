import fc from "fast-check";
import { expect, it } from "vitest";
import { presentIn } from "../../../src/model/state/desired-state.js";
import { type NestedWorkspace, nested } from "../../support/nested-workspace.js";
import { read } from "./read.js";

/** `ORGFORM_LISTS=500 npx vitest run test/config/people` plays so many; `npm test` a part that takes seconds. */
const RUNS = Number(process.env.ORGFORM_LISTS ?? 60);
const DAMAGED = Number(process.env.ORGFORM_DAMAGED_LISTS ?? 200);
const PATIENTLY = { timeout: 600_000 };

type Row = Readonly<Record<string, string>>;

const text = fc.constantFrom(
  "",
  "x",
  "y",
  "X",
  "x ",
  'a "b", c;',
  "two\nlines",
  "${person.a}",
  "$${var.x}",
  "=1+1",
  "1.50",
  "é",
);
const COLUMNS = ["a", "b", "c d"] as const;
const roles = fc.constantFrom("", "view", "explore");
const person = fc.record({
  a: text,
  b: text,
  "c d": text,
  role: roles,
  shout: fc.boolean(),
  blank: fc.boolean(),
});

const where = fc.dictionary(
  fc.constantFrom(...COLUMNS),
  fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })),
  {
    maxKeys: 2,
  },
);
const emails = fc.uniqueArray(
  fc.nat(14).map((i) => `p${i}@b.example`),
  { maxLength: 3 },
);
const group = fc
  .record({ where: fc.option(where, { nil: undefined }), add: emails, except: emails })
  .map(({ where: w, add, except }) => ({ where: w, add, except: except.filter((e) => !add.includes(e)) }));

const workspace = fc.record({
  where: fc.option(where, { nil: undefined }),
  role: fc.constantFrom(undefined, "view", "${person.role}"),
  values: fc.option(
    fc.dictionary(
      fc.constantFrom("v", "w"),
      fc.constantFrom("fixed", "${person.a}", "${person.c d}", "${person.a}-${person.b}", "<${person.b}"),
    ),
    { nil: undefined },
  ),
  groups: fc.array(group, { maxLength: 3 }),
  each: fc.option(
    fc.uniqueArray(
      text.filter((t) => t.trim() === t && t !== "" && !t.includes("\n")),
      { minLength: 1, maxLength: 3 },
    ),
    { nil: undefined },
  ),
  own: fc.dictionary(
    fc.nat(14).map((i) => `p${i}@b.example`),
    fc.record({
      role: fc.constantFrom(undefined, "embed"),
      v: fc.constantFrom(undefined, "own"),
      groups: fc.subarray([0, 1, 2]),
    }),
    { maxKeys: 3 },
  ),
});

const world = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 12 }),
  formats: fc.array(fc.constantFrom("csv", "crlf", "semicolon"), {
    minLength: 1,
    maxLength: 3,
  }),
  only: fc.option(where, { nil: undefined }),
  workspace,
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** A file of the list, and the line on which each row starts. */
interface Written {
  readonly name: string;
  readonly content: string;
  readonly rows: readonly { readonly row: Row; readonly line: number }[];
}

function write(rows: readonly Row[], format: string, index: number, delimiter: string): Written {
  const keys = ["mail", ...COLUMNS, "role"];
  const end = format === "crlf" ? "\r\n" : "\n";
  let content = format === "crlf" ? "\uFEFF" : "";
  const written: { row: Row; line: number }[] = [];
  const line = () => content.split("\n").length;
  const quoted = (cell: string) =>
    /["\n\r,;]|^\s|\s$/.test(cell) || cell.length % 2 === 0 ? `"${cell.replaceAll('"', '""')}"` : cell;
  content += keys.map(quoted).join(delimiter) + end;
  for (const row of rows) {
    written.push({ row, line: line() });
    content += keys.map((key) => quoted(row[key] ?? "")).join(delimiter) + end;
  }
  return { name: `${index}.csv`, content, rows: written };
}

/** The list as files, its people spread over them; a csv of one list has one delimiter. */
function writeList({ people, formats }: World): {
  readonly files: readonly Written[];
  readonly delimiter: string;
} {
  const delimiter = formats.includes("semicolon") ? ";" : ",";
  const rows = people.map((p, i): Row => {
    const mail = p.shout ? `P${i}@B.example` : `p${i}@b.example`;
    return { mail: p.blank ? ` ${mail} ` : mail, a: p.a, b: p.b, "c d": p["c d"], role: p.role };
  });
  const parts = formats.map((_, f) => rows.filter((_, i) => i % formats.length === f));
  const files = formats.flatMap((format, f) => {
    const part = parts[f] ?? [];
    return part.length === 0 ? [] : [write(part, format, f, delimiter)];
  });
  return { files, delimiter };
}

function fileOf({ only, workspace: w }: World, files: readonly Written[], delimiter: string): string {
  const groups: Record<string, object> = {};
  for (const [i, { where: condition, add, except }] of w.groups.entries())
    groups[`G${i}`] = { members: { ...(condition && { where: escaped(condition) }), add, except } };
  if (w.each)
    groups["E ${each.t}"] = {
      each: { t: w.each.map(escapeText) },
      values: { v: "${each.t}!", w: "$${each.t}" },
      members: { where: { a: "${each.t}" } },
    };
  const members = Object.fromEntries(
    Object.entries(w.own).map(([email, { role, v, groups: names }]) => [
      email,
      {
        ...(role && { role }),
        ...(v && { values: { v } }),
        groups: names.filter((g) => w.groups[g] && !w.groups[g].except.includes(email)).map((g) => `G${g}`),
      },
    ]),
  );
  const people = {
    ...(w.where && { where: escaped(w.where) }),
    ...(w.role && { role: w.role }),
    ...(w.values && { values: w.values }),
  };
  const list = {
    file: files.map(({ name }) => name),
    email: "mail",
    delimiter,
    ...(only && { only: escaped(only) }),
  };
  return `people: ${JSON.stringify(list)}\nworkspaces: {w: ${JSON.stringify({ people, groups, members })}}`;
}

const escapeText = (t: string): string => t.replaceAll("${", "$$${");
const escaped = (condition: object) =>
  JSON.parse(JSON.stringify(condition), (_, v) => (typeof v === "string" ? escapeText(v) : v));

const fits = (row: Row, condition: Readonly<Record<string, string | string[]>> | undefined): boolean =>
  Object.entries(condition ?? {}).every(([column, t]) => [t].flat().includes(row[column] ?? ""));

interface Expected {
  readonly members: Record<
    string,
    { role?: string | undefined; values?: Record<string, string> | undefined }
  >;
  readonly groups: Record<string, readonly string[]>;
  readonly places: Record<string, string>;
}

/** What the list and the file amount to, written out by hand. */
function expand({ only, workspace: w }: World, files: readonly Written[]): Expected {
  const all = files.flatMap(({ name, rows }) =>
    rows.map(({ row, line }) => ({ row, at: `${name}:${line}` })),
  );
  const here = all.filter(({ row }) => fits(row, only) && fits(row, w.where));
  const emailOf = (row: Row) => (row.mail ?? "").trim().toLowerCase();
  const places: Record<string, string> = {};
  const members: Expected["members"] = {};
  for (const { row, at } of here) {
    const role = w.role === "${person.role}" ? row.role || undefined : w.role;
    const texts = Object.entries(w.values ?? {}).flatMap(([attribute, t]): [string, string][] => {
      const named = [...t.matchAll(/\$\{person\.([^}]+)\}/g)].map(([, column = ""]) => row[column] ?? "");
      if (named.length > 0 && named.every((cell) => cell === "")) return [];
      let next = 0;
      return [[attribute, t.replace(/\$\{person\.[^}]+\}/g, () => named[next++] ?? "")]];
    });
    members[emailOf(row)] = { role, values: w.values && Object.fromEntries(texts) };
    if (!(emailOf(row) in w.own)) places[`w/members/${emailOf(row)}`] = at;
  }
  for (const [email, { role, v }] of Object.entries(w.own)) {
    const before = members[email];
    members[email] = { role: role ?? before?.role, values: v ? { ...before?.values, v } : before?.values };
  }
  const groups: Record<string, readonly string[]> = {};
  const pickInto = (
    name: string,
    condition: World["workspace"]["where"],
    add: readonly string[],
    except: readonly string[],
  ) => {
    const picked =
      condition === undefined
        ? []
        : here.filter(({ row }) => fits(row, condition) && !except.includes(emailOf(row)));
    for (const { row, at } of picked) places[`w/groups/${name}/members/${emailOf(row)}`] = at;
    groups[name] = [...new Set([...picked.map(({ row }) => emailOf(row)), ...add])].sort();
  };
  for (const [i, g] of w.groups.entries()) {
    const said = Object.entries(w.own).flatMap(([email, { groups: names }]) =>
      names.includes(i) && !g.except.includes(email) ? [email] : [],
    );
    pickInto(`G${i}`, g.where, [...g.add, ...said], g.except);
  }
  for (const t of w.each ?? []) pickInto(`E ${t}`, { a: t }, [], []);
  return { members, groups, places };
}

function meaning({ members = [], groups = [] }: NestedWorkspace): Pick<Expected, "members" | "groups"> {
  const asRecord = (values: readonly { attribute: string; value: string }[] | undefined) =>
    values && Object.fromEntries(values.map(({ attribute, value }) => [attribute, value]));
  return {
    members: Object.fromEntries(
      members.map(({ email, role, values }) => [email, { role, values: asRecord(values) }]),
    ),
    groups: Object.fromEntries(
      groups.map((g) => [g.name, g.state === "present" ? (g.members ?? []).map(({ email }) => email) : []]),
    ),
  };
}

it("writes random lists and files out as a plain reading does, at the same places", PATIENTLY, () => {
  let read_ = 0;
  fc.assert(
    fc.property(world, (given) => {
      const { files, delimiter } = writeList(given);
      const config = read(
        fileOf(given, files, delimiter),
        Object.fromEntries(files.map((f) => [f.name, f.content])),
      );
      const errors = config.diagnostics.filter(({ severity }) => severity === "error");
      const isEmpty = !files.some(({ rows }) => rows.some(({ row }) => fits(row, given.only)));
      if (isEmpty) {
        expect(errors.map(({ code }) => code)).toEqual(["list-too-short"]);
        return;
      }
      expect(errors.filter(({ code }) => code !== "tie")).toEqual([]);
      if (config.desired === null) return;
      read_ += 1;
      const { places, ...expected } = expand(given, files);
      const [w] = presentIn(config.desired.workspaces);
      expect(w && meaning(nested(w))).toEqual(expected);
      for (const [address, place] of Object.entries(places)) {
        const range = config.locate(address.replace(/[~]/g, "~0"))?.range;
        expect(`${address} ${range?.filename}:${range?.start.line}`).toBe(`${address} ${place}`);
      }
    }),
    { numRuns: RUNS },
  );
  expect(read_).toBeGreaterThan(RUNS / 2);
});

/** Ways to damage a list of which each is an error, whatever the list. */
const DAMAGE: Readonly<
  Record<string, (lines: readonly string[], at: number, r: number) => string | Uint8Array>
> = {
  empty: (_, __, r) => ["", "\n", "  \r\n", "\uFEFF"][r % 4] ?? "",
  header: ([head = ""]) => `${head}\n`,
  cutRow: (lines, at) => [...lines.slice(0, at), (lines[at] ?? "").slice(0, 9)].join("\n"),
  lostRows: (lines, at) => `${lines.slice(0, at).join("\n")}\n`,
  fewer: (lines, at) => edit(lines, at, (l) => l.slice(0, l.lastIndexOf(","))),
  more: (lines, at) => edit(lines, at, (l) => `${l},more`),
  twice: (lines, at) => [...lines, (lines[at] ?? "").toUpperCase().replace(/VIEW/, "view")].join("\n"),
  address: (lines, at, r) => edit(lines, at, (l) => l.replace("@", ["", " ", "@@", "@.", ","][r % 5] ?? "")),
  quote: (lines, at, r) =>
    edit(lines, at, (l) => [`"${l}`, l.replace(",", '",'), l.replace(",", ',"x"y')][r % 3] ?? ""),
  control: (lines, at, r) => edit(lines, at, (l) => `${String.fromCharCode([0, 7, 27, 8][r % 4] ?? 0)}${l}`),
  column: (lines, _, r) => edit(lines, 0, (l) => l.replace(["mail", "day", "role"][r % 3] ?? "", "else")),
  columns: (lines) => edit(lines, 0, (l) => l.replace("day", "role")),
  role: (lines, at) => edit(lines, at, (l) => l.replace(",view,", ",viewer,")),
  day: (lines, at) => edit(lines, at, (l) => l.replace("2026-", "2026/")),
  bytes: (lines, at, r) => {
    const [before, after] = [lines.slice(0, at).join("\n"), lines.slice(at).join("\n")];
    return Buffer.concat([
      Buffer.from(`${before}\n`),
      Buffer.from([[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80]][r % 3] ?? []),
      Buffer.from(after),
    ]);
  },
  utf16: (lines) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines.join("\n"), "utf16le")]),
};

const edit = (lines: readonly string[], at: number, change: (line: string) => string): string =>
  lines.map((line, i) => (i === at ? change(line) : line)).join("\n");

it("says what is wrong with each damaged list, and where", PATIENTLY, () => {
  const rest = (n: number) =>
    `people: {file: p.csv, email: mail, at_least: ${n}}
workspaces: {w: {attributes: {day: {data_type: date}}, people: {role: "\${person.role}", values: {day: "\${person.day}"}}}}`;
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(DAMAGE)),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(8),
      fc.nat(99),
      (kind, n, at, r) => {
        const lines = [
          "mail,role,day",
          ...Array.from({ length: n }, (_, i) => `p${i}@b.example,view,2026-03-0${i + 1}`),
        ];
        const damaged = DAMAGE[kind]?.(lines, 1 + (at % n), r) ?? "";
        const { desired, diagnostics } = read(rest(n), { "p.csv": damaged });
        const [first] = diagnostics.filter(({ severity }) => severity === "error");
        expect([kind, desired, first?.range?.filename]).toEqual([
          kind,
          null,
          expect.stringMatching(/^(p\.csv|orgform\.yaml)$/),
        ]);
        expect(first?.summary).toMatch(/^["\w].{8,}[^.]$/s);
        expect(first?.detail).toMatch(/\.$/);
      },
    ),
    { numRuns: DAMAGED },
  );
});

it("survives any bytes at all", PATIENTLY, () => {
  const part = fc.constantFrom(
    '"',
    ",",
    "\n",
    "\r",
    "a@b.example",
    "email",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ":",
    "&a",
    "*a",
    "<<",
    "null",
    "\u0000",
    "é",
  );
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(part, { maxLength: 30 }).map((parts) => Buffer.from(parts.join(""))),
  );
  fc.assert(
    fc.property(content, (bytes) => {
      const { desired, diagnostics } = read("people: {file: p.csv}\nworkspaces: {w: {people: {}}}", {
        "p.csv": bytes,
      });
      expect(desired === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
    }),
    { numRuns: DAMAGED },
  );
});
