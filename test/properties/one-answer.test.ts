import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { AccessChange, PlanDocument } from "../../src/model/plan/plan.js";
import type { ComparedPerson } from "../../src/model/plan/view.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { runsOf } from "../support/runs.js";
import { fileOfWorlds, fileWorlds, MODEL_OF_WORLDS, seedOfWorlds } from "../support/worlds/file-world.js";

/**
 * Whatever two commands say of one person at one moment is the same, to the letter: the plan, `compare live planned`,
 * `who` and `who --planned`, and the people who arrive.
 */

const CASES = fileURLToPath(new URL("../cases/", import.meta.url));
const WORLDS = runsOf(12);

/** Roles that values limit; whoever has another one is never said to be limited. */
const LIMITED = new Set([
  "explore",
  "view",
  "restricted",
  "embed",
  "embedded_with_scheduling",
  "embed_with_sql",
]);

const seen = { unlimited: 0, changes: 0, arrivals: 0, withModel: 0, worlds: 0 };

interface Comparison {
  readonly access_changes: readonly AccessChange[];
  readonly people: readonly ComparedPerson[];
}

interface WhoRow {
  readonly workspace: string;
  readonly member: string;
  readonly role: string | null;
  readonly everywhere?: string;
  readonly limited_by: "values" | "nothing";
  readonly arriving?: true;
  readonly values: readonly {
    readonly attribute: string;
    readonly value: string | null;
    readonly source: unknown;
  }[];
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

const byKey = <T>(rows: readonly T[], key: (row: T) => string): Record<string, T> =>
  Object.fromEntries(rows.map((row) => [key(row), row] as const).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The values of a list of `who`, each with its source, by workspace, person and attribute. */
const valuesOf = (rows: readonly WhoRow[]) =>
  new Map(
    rows.flatMap(({ workspace, member, values }) =>
      values.map(({ attribute, value, source }) => [keyOf(workspace, member, attribute), { value, source }]),
    ),
  );

const limitsOf = (rows: readonly WhoRow[]) =>
  new Map(rows.map(({ workspace, member, limited_by }) => [keyOf(workspace, member), limited_by]));

const atMoment = (value: { readonly value: string; readonly source: unknown } | null) => ({
  value: value?.value ?? null,
  source: value?.source ?? null,
});

async function expectOneAnswer(organization: unknown, folder: string, words: readonly string[]) {
  const sandbox = openSandbox({ seed: organization as never });
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const json = async <T>(...command: readonly string[]): Promise<T | undefined> => {
    const { stdout } = await orgform([...command, ...words, "--format", "json"], { cwd: folder, env });
    return stdout === "" ? undefined : (JSON.parse(stdout) as T);
  };
  try {
    const plan = await json<PlanDocument>("plan");
    if (plan?.resource_changes === undefined || plan.errored) return;
    const compared = await json<Comparison>("compare", "live", "planned");
    const [now, then] = [
      await json<{ people: WhoRow[] }>("who"),
      await json<{ people: WhoRow[] }>("who", "--planned"),
    ];
    if (compared?.people === undefined || now === undefined || then === undefined) return;

    const changeKey = ({ workspace, member, attribute }: AccessChange) => keyOf(workspace, member, attribute);
    const personKey = ({ workspace, member }: { workspace: string; member: string }) =>
      keyOf(workspace, member);
    expect(byKey(compared.access_changes, changeKey)).toEqual(byKey(plan.access_changes, changeKey));
    if (!words.includes("--base")) {
      const version = await json<Comparison>("compare", join(folder, "orgform.yaml"), "planned");
      expect(version).toMatchObject({ access_changes: [], people: [] });
    }
    const there = compared.people.filter(({ presence }) => presence === undefined);
    // Of an archived workspace there is no planned moment.
    const archived = plan.resource_changes.flatMap(({ type, change }) =>
      type === "workspace" && change.actions[0] === "delete" ? [change.before?.name] : [],
    );
    const staying = plan.people.filter(({ workspace }) => !archived.includes(workspace));
    expect(byKey(there, personKey)).toEqual(byKey(staying, personKey));

    const [live, planned] = [valuesOf(now.people), valuesOf(then.people)];
    const members = new Set(now.people.map(personKey));
    for (const change of plan.access_changes) {
      // Nobody is in a workspace that is only planned, whoever will be at once.
      if (members.has(personKey(change)) && live.has(changeKey(change)))
        expect(live.get(changeKey(change))).toEqual(atMoment(change.before));
      if (planned.has(changeKey(change)))
        expect(planned.get(changeKey(change))).toEqual(atMoment(change.after));
    }
    const [limitsNow, limitsThen] = [limitsOf(now.people), limitsOf(then.people)];
    for (const person of staying) {
      if (members.has(personKey(person)))
        expect(person.limited_by?.before).toBe(limitsNow.get(personKey(person)));
      expect(person.limited_by?.after).toBe(limitsThen.get(personKey(person)));
    }
    for (const one of [...plan.arrivals, ...plan.not_listed])
      expect(one.limited_by).toBe(limitsThen.get(personKey(one)));
    for (const { role, everywhere, limited_by } of [...now.people, ...then.people])
      expect(limited_by).toBe(
        [role, everywhere].every((one) => !one || LIMITED.has(one)) ? "values" : "nothing",
      );
    seen.unlimited += then.people.filter(({ limited_by }) => limited_by === "nothing").length;
    const arriving = then.people.filter((row) => row.arriving);
    expect(arriving.map(personKey).sort()).toEqual(plan.arrivals.map(personKey).sort());
    for (const { workspace, member, values } of plan.arrivals)
      for (const { attribute, value, source } of values)
        expect(planned.get(keyOf(workspace, member, attribute))).toEqual({ value, source });
    const joining = compared.people.filter(({ presence }) => presence === "joined");
    expect(joining.map(personKey).sort()).toEqual(plan.arrivals.map(personKey).sort());

    seen.worlds += 1;
    seen.changes += plan.access_changes.length;
    seen.arrivals += plan.arrivals.length;
    seen.withModel += plan.access_changes.filter(({ data }) => data !== undefined).length;
  } finally {
    await sandbox.close();
  }
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "orgform-one-answer-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("every case", () => {
  const folders = readdirSync(CASES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.each(folders.map(({ name }) => name))("%s has one answer", async (name) => {
    // In the repository, each run would ask it for what is missing.
    const folder = emptyFolder();
    cpSync(join(CASES, name), folder, { recursive: true });
    // A part of a plan leaves others out.
    if (existsSync(join(folder, "options.json"))) return;
    const base = existsSync(join(folder, "base.yaml")) ? ["--base", "base.yaml"] : [];
    const organization = JSON.parse(readFileSync(join(folder, "organization.json"), "utf8"));
    await expectOneAnswer(organization, folder, base);
  });
});

it(`${WORLDS} random worlds have one answer`, { timeout: 240_000 + WORLDS * 2_000 }, async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "model"));
  for (const [name, text] of Object.entries(MODEL_OF_WORLDS))
    writeFileSync(join(folder, "model", name), text);
  for (const [i, worlds] of fc.sample(fileWorlds, { numRuns: WORLDS, seed: 20261125 }).entries()) {
    const model = i % 2 === 0 ? { data_model: "model" } : {};
    writeFileSync(join(folder, "orgform.yaml"), fileOfWorlds(worlds, model));
    await expectOneAnswer(seedOfWorlds(worlds), folder, []);
  }
});

afterAll(() => {
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
});
