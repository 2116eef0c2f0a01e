import fc from "fast-check";
import { expect, it } from "vitest";
import type { PlanDocument } from "../../src/model/generated/documents.js";
import { type Folder, openFolder } from "../commands/folder.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { runsOf } from "../support/runs.js";
import { type PlainWorld, plainWorlds, seedOf } from "../support/worlds/plain-world.js";

/** How somebody writes their file. */
interface Style {
  readonly indent: 2 | 4;
  readonly eol: "\n" | "\r\n";
  readonly bom: boolean;
  readonly ends: boolean;
  readonly template: boolean;
  readonly exact: boolean;
  /** No values, and an attribute less than there is. */
  readonly bare: boolean;
  /** The quotes, the brackets and the comments of one place after the other. */
  readonly quotes: readonly ("" | "'" | '"')[];
  readonly brackets: readonly (false | "[]" | "[ ]")[];
  readonly comments: readonly (false | "above" | "behind")[];
}

const styles: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom(2, 4),
  eol: fc.constantFrom("\n", "\r\n"),
  bom: fc.boolean(),
  ends: fc.boolean(),
  template: fc.boolean(),
  exact: fc.boolean(),
  bare: fc.boolean(),
  quotes: fc.array(fc.constantFrom("", "'", '"'), { minLength: 7, maxLength: 7 }),
  brackets: fc.array(fc.constantFrom(...([false, "[]", "[ ]"] as const)), { minLength: 5, maxLength: 5 }),
  comments: fc.array(fc.constantFrom(...([false, "above", "behind"] as const)), {
    minLength: 11,
    maxLength: 11,
  }),
});

/** The file that wants a world, as somebody would write it by hand. Every comment has a number of its own. */
function written({ attributes, groups, allUsers = {}, people }: PlainWorld, style: Style): string {
  let place = 0;
  let noted = 0;
  const lines: string[] = [];
  const one = <T>(all: readonly T[]): T => all[place++ % all.length] as T;
  const quoted = (text: string) => {
    const quote = one(style.quotes);
    return `${quote}${text}${quote}`;
  };
  const line = (depth: number, text: string) => {
    const indent = " ".repeat(depth * style.indent);
    const comment = one(style.comments);
    if (comment !== false) noted += 1;
    const note = `# note ${noted}: ${text.split(":")[0]?.trim()}`;
    if (comment === "above") lines.push(indent + note);
    lines.push(`${indent}${text}${comment === "behind" ? ` ${note}` : ""}`);
  };
  const list = (
    depth: number,
    key: string,
    items: readonly string[],
    [open, close]: string,
    start: string,
  ) => {
    const bracket = one(style.brackets);
    const pad = bracket === "[ ]" && items.length > 0 ? " " : "";
    if (bracket !== false || items.length === 0)
      return line(depth, `${key}: ${open}${pad}${items.join(", ")}${pad}${close}`);
    line(depth, `${key}:`);
    for (const item of items) line(depth + 1, `${start}${item}`);
  };
  const values = (depth: number, texts: Readonly<Record<string, string>>) =>
    list(
      depth,
      "values",
      Object.entries(texts).map(([key, text]) => `${key}: ${quoted(text)}`),
      "{}",
      "",
    );
  const group = (
    depth: number,
    { name, precedence, members, values: texts }: PlainWorld["groups"][number],
  ) => {
    line(depth, `${quoted(name)}:`);
    line(depth + 1, `precedence: ${precedence}`);
    if (!style.bare) values(depth + 1, texts);
    list(depth + 1, "members", members.map(quoted), "[]", "- ");
  };
  const [first, ...others] = groups;
  line(0, "version: 1");
  line(0, "organization: {id: org_northwind}");
  line(0, "limits: {delete: {count: 99, percent: 100}, access: {opened: 999}}");
  if (style.template && first) {
    line(0, "templates:");
    line(1, "base:");
    line(2, "groups:");
    group(3, first);
  }
  line(0, "workspaces:");
  line(1, "prod:");
  if (style.template) line(2, "extends: [base]");
  if (style.exact) line(2, "exact: {groups: true, attributes: true}");
  list(
    2,
    "attributes",
    attributes.slice(Number(style.bare)).map((name) => `${name}: {data_type: string}`),
    "{}",
    "",
  );
  line(2, "groups:");
  if (!style.bare) {
    line(3, "All Users:");
    values(4, allUsers);
  }
  for (const each of style.template ? others : groups) group(3, each);
  if (!style.bare) line(2, "members:");
  for (const { email, values: texts } of style.bare ? [] : people) {
    line(3, `${email}:`);
    values(4, texts ?? {});
  }
  return (style.bom ? "\ufeff" : "") + lines.join(style.eol) + (style.ends ? style.eol : "");
}

/** The organization after somebody's hands: groups renumbered and refilled, one gone, one new. */
const seeds = (world: PlainWorld, gone: number, fresh: boolean) =>
  seedOf({
    ...world,
    groups: world.groups.flatMap((one, i) =>
      i === gone ? (fresh ? [{ ...one, name: "New: one" }] : []) : [one],
    ),
  });

const notesIn = (text: string): readonly string[] => text.match(/# note \d+:/g) ?? [];

async function driftOf(folder: Folder, env: Readonly<Record<string, string>>) {
  const { stdout } = await orgform(["drift", "--format", "json"], { cwd: folder.path(""), env });
  const { resource_changes }: PlanDocument = JSON.parse(stdout);
  const of = (isMeant: (action: string) => boolean) =>
    resource_changes.flatMap(({ address, change }) => (isMeant(change.actions[0]) ? [address] : []));
  return { addresses: of((action) => action !== "no-op"), deleted: of((action) => action === "delete") };
}

it("what adopt says it wrote is no difference any more, and no other byte and no comment changed", async () => {
  const folder = await openFolder();
  const drifts = fc.record({
    gone: fc.integer({ min: 0, max: 7 }),
    fresh: fc.boolean(),
  });
  let adopted = 0;
  await fc.assert(
    fc.asyncProperty(plainWorlds, plainWorlds, styles, drifts, async (file, live, style, { gone, fresh }) => {
      const sandbox = openSandbox({ seed: seeds(live, gone, fresh) });
      try {
        const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
        const text = written(file, style);
        await folder.write("orgform.yaml", text);
        const { addresses: before, deleted } = await driftOf(folder, env);
        const { stderr, exitCode } = await orgform(["adopt", "--write"], { cwd: folder.path(""), env });
        const now = await folder.read("orgform.yaml");
        // A template keeps one of two precedences: the other alone would be a tie, so that nothing is written.
        if (stderr.includes("help: orgform help tie")) {
          expect([exitCode, now]).toEqual([1, text]);
          return;
        }
        expect([exitCode, stderr]).toEqual([0, stderr]);
        const { addresses: after, deleted: stillDeleted } = await driftOf(folder, env);
        adopted += before.length - after.length;
        const isNamed = (address: string): boolean =>
          stderr.includes(` ${address} `) || stderr.includes(` ${address.split("/").slice(0, 3).join("/")} `);
        expect(after.filter((address) => !isNamed(address))).toEqual([]);
        expect(deleted).toEqual(expect.arrayContaining(stillDeleted));
        expect([...notesIn(now)].sort()).toEqual([...notesIn(text)].sort());
        // A line that is not there any more is about something that differed.
        const words = before.flatMap((address) => address.split("/").slice(2));
        const lines = new Set(now.split("\n"));
        const lost = text.split("\n").filter((one) => !lines.has(one) && !one.trim().startsWith("#"));
        const isAbout = (one: string) =>
          [...words, "attributes:", "values:", "members:", "precedence:"].some((word) =>
            one.includes(word.replace(/^values$/, "values:")),
          );
        expect(lost.filter((one) => !isAbout(one))).toEqual([]);
        expect(now.startsWith("\ufeff")).toBe(style.bom);
        expect(now.includes("\r\n")).toBe(style.eol === "\r\n");
        expect(/\n$/.test(now)).toBe(style.ends);
      } finally {
        await sandbox.close();
      }
    }),
    { numRuns: runsOf(24) },
  );
  expect(adopted).toBeGreaterThan(150);
});
