import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const PEOPLE: readonly string[] = ["ada@n.example", "bob@n.example", "cal@n.example"];
const GROUPS: readonly string[] = ["A", "B"];
type Day = number;

/** The last days of entries, by day of the month; `null` is an entry without one, and absent is no entry. */
interface Ends {
  /** Of each person, in the list. */
  readonly people: readonly (Day | null)[];
  /** Of each person in each group, written there. */
  readonly groups: readonly (readonly (Day | null | undefined)[])[];
  /** The people whom group A takes from the list besides. */
  readonly picked: readonly boolean[];
}

type Step =
  | { readonly kind: "run"; readonly args: readonly string[] }
  | { readonly kind: "accept" | "by-hand"; readonly person: number; readonly group: number }
  | { readonly kind: "undo"; readonly nth: number }
  | { readonly kind: "next-day" }
  | { readonly kind: "edit"; readonly ends: Ends };

const day = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
const ends: fc.Arbitrary<Ends> = fc.record({
  people: fc.tuple(day, day, day),
  groups: fc.array(fc.tuple(...PEOPLE.map(() => fc.option(day, { nil: undefined }))), {
    minLength: GROUPS.length,
    maxLength: GROUPS.length,
  }),
  picked: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
});
const person = fc.nat(PEOPLE.length - 1);
const group = fc.nat(GROUPS.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step>(...runs("apply", "joined", "ended", "both")) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("accept" as const), person, group }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("by-hand" as const), person, group }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("undo" as const), nth: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: "next-day" }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), ends }) },
);

function runs(...ways: readonly ("apply" | "joined" | "ended" | "both")[]): Step[] {
  const flags = { apply: [], joined: ["--joined"], ended: ["--ended"], both: ["--joined", "--ended"] };
  return ways.map((way) => ({ kind: "run", args: ["apply", ...flags[way], "--auto-approve"] }));
}

const dateOf = (n: Day): string => `2027-01-0${n}`;

function fileOf({ groups }: Ends): string {
  const entries = (g: number) =>
    PEOPLE.flatMap((email, p) => {
      const end = groups[g]?.[p];
      if (end === undefined) return [];
      return [end === null ? email : `{email: ${email}, until: ${dateOf(end)}}`];
    }).join(", ");
  return `version: 1
organization: {id: org_northwind}
people: {file: people.csv}
limits: {delete: {count: 99, percent: 100}, access: {opened: 99}}
workspaces:
  prod:
    people: {until: "\${person.end}", values: {tier: gold}}
    attributes: {region: {data_type: string, deny: none}, tier: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none, tier: none}}
      A: {precedence: 10, values: {region: a}, members: {where: {team: A}, add: [${entries(0)}]}}
      B: {precedence: 20, values: {region: b}, members: [${entries(1)}]}
`;
}

const listOf = ({ people, picked }: Ends): string =>
  `email,end,team\n${PEOPLE.map((email, p) => `${email},${people[p] == null ? "" : dateOf(people[p])},${picked[p] ? "A" : "C"}\n`).join("")}`;

it("gives nothing that has ended, by no run and no undo, whatever was approved before", async () => {
  const seen = { given: 0, removed: 0, refused: 0, undone: 0 };
  const worlds = fc.sample(fc.tuple(ends, fc.array(step, { minLength: 10, maxLength: 18 })), {
    numRuns: 25,
    seed: 31,
  });
  for (const [start, steps] of worlds) await walk(start, steps, seen);
  expect(Object.entries(seen).filter(([, n]) => n === 0)).toEqual([]);
});

async function walk(start: Ends, steps: readonly Step[], seen: Record<string, number>): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  let today = 1;
  let file = start;
  const write = (next: Ends): void => {
    file = next;
    writeFileSync(join(cwd, "orgform.yaml"), fileOf(next));
    writeFileSync(join(cwd, "people.csv"), listOf(next));
  };
  const run = async (args: readonly string[]) => {
    const SOURCE_DATE_EPOCH = String(Date.parse(dateOf(today)) / 1_000);
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token, SOURCE_DATE_EPOCH };
    const before = heldIn(sandbox.state());
    const done = await orgform(args, { cwd, env });
    expect([0, 3], done.printed).toContain(done.exitCode);
    const after = heldIn(sandbox.state());
    const given = [...after].filter((thing) => !before.has(thing));
    expect([dateOf(today), file, args, given.filter((thing) => isEnded(thing, file, today))]).toEqual([
      dateOf(today),
      file,
      args,
      [],
    ]);
    if (args.includes("--ended") && !args.includes("--joined")) expect(given).toEqual([]);
    // What has ended is gone after any run that takes it away, and stays away.
    const takesAway = done.exitCode === 0 && (args[1] === "--auto-approve" || args.includes("--ended"));
    if (args[0] === "apply" && takesAway)
      expect(
        [...after].filter(
          (thing) => !thing.startsWith("invite") && isNamed(thing, file) && isEnded(thing, file, today),
        ),
      ).toEqual([]);
    seen.given = (seen.given ?? 0) + given.length;
    seen.removed = (seen.removed ?? 0) + [...before].filter((thing) => !after.has(thing)).length;
    seen.undone = (seen.undone ?? 0) + (args[0] === "undo" && done.exitCode === 0 ? 1 : 0);
    seen.refused = (seen.refused ?? 0) + (done.printed.includes("its last day was") ? 1 : 0);
  };
  write(start);
  await run(["apply", "--auto-approve"]);
  for (const one of steps) {
    switch (one.kind) {
      case "run":
        await run(one.args);
        break;
      case "accept":
        sandbox.acceptInvites(PEOPLE[one.person] ?? "");
        break;
      case "by-hand":
        await addByHand(sandbox, PEOPLE[one.person] ?? "", GROUPS[one.group] ?? "");
        break;
      case "undo": {
        const all = readdirSync(join(cwd, ".orgform/receipts")).filter((name) => name.endsWith(".jsonl"));
        const path = all.sort()[one.nth % all.length] ?? "";
        await run(["undo", `.orgform/receipts/${path}`, "--auto-approve"]);
        break;
      }
      case "next-day":
        today += 1;
        break;
      case "edit":
        write(one.ends);
    }
  }
}

type SandboxState = ReturnType<ReturnType<typeof openSandbox>["state"]>;

/** Everything that people have: `A ada@…`, `own ada@…`, `invite ada@…`. */
function heldIn({ workspaces }: SandboxState): ReadonlySet<string> {
  const [prod] = workspaces;
  return new Set([
    ...(prod?.groups ?? []).flatMap(({ name, members = [] }) => members.map((email) => `${name} ${email}`)),
    ...(prod?.members ?? []).flatMap(({ email, values = {} }) =>
      Object.keys(values).length > 0 ? [`own ${email}`] : [],
    ),
    ...(prod?.invites ?? []).map(({ email }) => `invite ${email}`),
  ]);
}

/** The entries of the file that name a thing, by their last days; of a person's own things, those of the person. */
function entriesOf(thing: string, { people, groups, picked }: Ends): readonly (Day | null)[] {
  const [what = "", email = ""] = thing.split(" ");
  const p = PEOPLE.indexOf(email);
  if (p < 0) return [];
  const whole = people[p] ?? null;
  const g = GROUPS.indexOf(what);
  if (g < 0) return [whole];
  const written = groups[g]?.[p];
  const own = [...(written === undefined ? [] : [written]), ...(g === 0 && picked[p] ? [null] : [])];
  return own.map((end) => (end === null || whole === null ? (end ?? whole) : Math.min(end, whole)));
}

const isNamed = (thing: string, file: Ends): boolean => entriesOf(thing, file).length > 0;

/** Returns true if the file names a thing, and every entry that does has ended; or its person has. */
function isEnded(thing: string, file: Ends, today: Day): boolean {
  const p = PEOPLE.findIndex((email) => thing.endsWith(` ${email}`));
  const whole = file.people[p] ?? null;
  const all = entriesOf(thing, file);
  return (
    (whole !== null && whole < today) || (all.length > 0 && all.every((end) => end !== null && end < today))
  );
}

async function addByHand(
  sandbox: ReturnType<typeof openSandbox>,
  email: string,
  name: string,
): Promise<void> {
  const { workspaces, users = [] } = sandbox.state();
  const [prod] = workspaces;
  if (!prod?.members?.some((one) => one.email === email)) return;
  const groupId = prod.groups?.find((one) => one.name === name)?.id;
  const user_id = users.find((one) => one.email === email)?.id;
  await sandbox.fetch(`${sandbox.url}/workspaces/${prod.id}/groups/${groupId}/members`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
    body: JSON.stringify({ user_id }),
  });
}
