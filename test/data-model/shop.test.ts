import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform as built } from "../support/run-built.js";
import { orgform as inProcess } from "../support/run-in-process.js";

const SHOP = fileURLToPath(new URL("./shop", import.meta.url));
const PEOPLE = ["ada", "ben", "cleo", "dina", "emil", "fay", "gus", "hal"] as const;

/** What a pull request does to one file: replace a text that occurs once, add the file, or move it. */
type Edit = { readonly file: string } & (
  | { readonly find: string; readonly replace: string }
  | { readonly add: string }
  | { readonly move: string }
);

/** What one person gains and loses. `any` leaves the rows open, where nothing about the model is certain. */
interface Answer {
  readonly verdict: string;
  readonly gained?: readonly string[];
  readonly lost?: readonly string[];
  readonly rows?: readonly string[] | "any";
}

type Name = (typeof PEOPLE)[number];

/**
 * A pull request to the shop's model; `places` are those of every row that names none itself. Taking it back gives the
 * answers the other way round, but for the verdicts in `back`.
 */
interface PullRequest {
  readonly says: string;
  readonly edit: readonly Edit[];
  readonly places?: readonly string[];
  readonly expect: Readonly<Record<Name, Answer | string>>;
  readonly back?: Readonly<Partial<Record<Name, string>>>;
}

interface Limit {
  readonly value: string;
  readonly meaning: string;
}

/** The part of `compare --format json` that is judged. */
interface Person {
  readonly member: string;
  readonly verdict: string;
  readonly data: {
    readonly gained: readonly (string | { readonly object: string })[];
    readonly lost: readonly string[];
    readonly rows: readonly {
      readonly place: string;
      readonly field: string;
      readonly before: Limit | null;
      readonly after: Limit | null;
      readonly verdict: string;
    }[];
  };
}

let folder = "";
/** A copy outside of this repository, which each run would ask for what is missing. */
let shop = "";
let snapshot = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orgform-shop-"));
  shop = join(folder, "shop");
  await cp(SHOP, shop, { recursive: true });
  snapshot = join(folder, "people.json");
  const seed = JSON.parse(await readFile(join(SHOP, "organization.json"), "utf8"));
  const sandbox = openSandbox({ seed });
  try {
    const { exitCode, stderr } = await inProcess(["snapshot", "--out", snapshot], {
      cwd: shop,
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
    expect(exitCode, stderr).toBe(0);
  } finally {
    await sandbox.close();
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function make(edits: readonly Edit[], model: string): Promise<void> {
  for (const edit of edits) {
    const path = join(model, edit.file);
    if ("add" in edit) {
      await writeFile(path, edit.add, { flag: "wx" });
    } else if ("move" in edit) {
      await rename(path, join(model, edit.move));
    } else {
      const parts = (await readFile(path, "utf8")).split(edit.find);
      expect(parts.length, `${edit.file} has ${edit.find} once`).toBe(2);
      await writeFile(path, parts.join(edit.replace));
    }
  }
}

/** A refused query has no value worth naming, and no condition no meaning. */
function limitOf(limit: Limit | null): string {
  if (limit === null) return "all rows";
  return limit.meaning === "none" ? "none" : `${limit.meaning} ${limit.value}`;
}

/** What the command says of a person; people whom it does not name see the same. */
function found(person: Person | undefined, isAnyRow: boolean): Answer {
  const { gained, lost, rows } = person?.data ?? { gained: [], lost: [], rows: [] };
  const texts = rows.map(({ place, field, before, after, verdict }) =>
    verdict === "unclear" && before === null && after === null
      ? `${place} unclear`
      : `${place} ${field}: ${limitOf(before)} → ${limitOf(after)} (${verdict})`,
  );
  return {
    verdict: person?.verdict ?? "same",
    gained: gained.map((one) => (typeof one === "string" ? one : one.object)).sort(),
    lost: [...lost].sort(),
    rows: isAnyRow ? "any" : texts.sort(),
  };
}

function answerOf({ expect, places = [] }: PullRequest, name: Name): Required<Answer> {
  const written = expect[name];
  const { verdict, gained, lost, rows }: Answer =
    typeof written === "string" ? { verdict: written } : written;
  const inPlaces = (row: string) =>
    /^(?:view|topic):/.test(row) ? [row] : places.map((place) => `${place} ${row}`);
  return {
    verdict,
    gained: [...(gained ?? [])].sort(),
    lost: [...(lost ?? [])].sort(),
    rows: rows === "any" ? "any" : (rows ?? []).flatMap(inPlaces).sort(),
  };
}

const OPPOSITE: Readonly<Record<string, string>> = {
  widened: "narrowed",
  narrowed: "widened",
  weaker: "stronger",
  stronger: "weaker",
};
const opposite = (verdict: string) => OPPOSITE[verdict] ?? verdict;

/** The answer to the same change the other way round. */
function backwards({ verdict, gained, lost, rows }: Required<Answer>): Required<Answer> {
  const turn = (row: string) =>
    row.replace(
      /^(\S+ \S+): (.*) → (.*) \((\w+)\)$/,
      (_, what, before, after, found) => `${what}: ${after} → ${before} (${opposite(found)})`,
    );
  return {
    verdict: opposite(verdict),
    gained: lost,
    lost: gained,
    rows: rows === "any" ? "any" : rows.map(turn).sort(),
  };
}

async function compare(run: typeof built, from: string, to: string): Promise<readonly Person[]> {
  const points = ["live", "live", "--live", snapshot, "--model-from", from, "--model-to", to];
  const { stdout, stderr, exitCode } = await run(["compare", ...points, "--format", "json"], { cwd: shop });
  expect(exitCode, stderr).toBe(0);
  return (JSON.parse(stdout) as { people: readonly Person[] }).people;
}

function judge(people: readonly Person[], answers: Readonly<Record<string, Required<Answer>>>, says: string) {
  const addresses = PEOPLE.map((name) => `${name}@willow.example`);
  const judged = PEOPLE.map((name, i) => {
    const person = people.find(({ member }) => member === addresses[i]);
    return [name, found(person, answers[name]?.rows === "any")];
  });
  expect(Object.fromEntries(judged), says).toEqual(answers);
  expect(people.filter(({ member }) => !addresses.includes(member))).toEqual([]);
}

const files = await readdir(join(SHOP, "pull-requests"));

describe("a pull request to the shop's model, and back", () => {
  // The first is judged by the built command, so that the build keeps what the answers need.
  it.for(files.sort().map((file, i) => [file, i === 0 ? built : inProcess] as const))(
    "%s",
    async ([file, run]) => {
      const request: PullRequest = parse(await readFile(join(SHOP, "pull-requests", file), "utf8"));
      const [before, after] = [join(shop, "model"), await mkdtemp(join(folder, "model-"))];
      await cp(before, after, { recursive: true });
      await make(request.edit, after);
      const answers = PEOPLE.map((name) => [name, answerOf(request, name)] as const);
      judge(await compare(run, before, after), Object.fromEntries(answers), request.says);
      const back = answers.map(([name, answer]) => {
        const turned = backwards(answer);
        return [name, { ...turned, verdict: request.back?.[name] ?? turned.verdict }];
      });
      judge(await compare(inProcess, after, before), Object.fromEntries(back), `back: ${request.says}`);
    },
  );
});
