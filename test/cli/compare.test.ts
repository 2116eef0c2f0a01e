import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SandboxInProcess } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform } from "../support/run-in-process.js";

/** A model in folders, as public projects lay it out: one grant guards a field and a view. */
const GRANTS =
  "access_grants:\n  - {name: guarded, user_attribute: Department, allowed_values: [Sales, Finance]}\n";
const REQUIRED = "required_access_grants: [guarded]";
const fileOf = (isGuarded: boolean) => ({
  "zenlytic_project.yml":
    "name: shop\nmodel-paths: [models]\nview-paths: [views]\ntopic-paths: [topics]\ndashboard-paths: [dashboards]\n",
  "models/shop.yml": `type: model\nname: shop\nconnection: warehouse\n${GRANTS}`,
  "views/customers.yml": `type: view
name: customers
model_name: shop
fields:
  - {name: id, field_type: dimension, type: string, sql: "\${TABLE}.id"}
  - {name: email, field_type: dimension, type: string, sql: "\${TABLE}.email"${isGuarded ? `, ${REQUIRED}` : ""}}
  - {name: region, field_type: dimension, type: string, sql: "\${TABLE}.region"}
`,
  "views/events.yml": `type: view
name: events
model_name: shop
${isGuarded ? REQUIRED : ""}
fields:
  - {name: id, field_type: dimension, type: string, sql: "\${TABLE}.id"}
  - {name: happened, field_type: dimension_group, type: time, timeframes: [raw, date], sql: "\${TABLE}.at"}
`,
  "topics/shop.yml":
    "type: topic\nlabel: Shop\nmodel_name: shop\nbase_view: customers\nviews: {events: {}}\n",
  "dashboards/weekly.yml": "type: dashboard\nname: weekly\nelements: [{metric: customers.id}]\n",
  "elsewhere/broken.yml": "type: view\n\tname: [",
});
const GUARDED = ["field:customers.email", "view:events", "field:events.id", "field:events.happened"];

let folder: string;
let sandbox: SandboxInProcess;
const git = (...args: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@t.example", ...args], {
    stdio: "pipe",
  });
const write = (isGuarded: boolean) => {
  for (const [path, text] of Object.entries(fileOf(isGuarded))) {
    mkdirSync(dirname(join(folder, "model", path)), { recursive: true });
    writeFileSync(join(folder, "model", path), text);
  }
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-compare-"));
  write(false);
  writeFileSync(
    join(folder, "orgform.yaml"),
    "version: 1\norganization: {id: o}\ndata_model: model\nworkspaces: {prod: {groups: {People: {values: {Department: HR}}}}}\n",
  );
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "open");
  write(true);
  sandbox = openSandbox({
    seed: {
      organization: { id: "o", name: "O" },
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "Department", data_type: "string" }],
          all_users: { values: { Department: "Finance" } },
          groups: [
            { name: "People", precedence: 2, members: ["hana@n.example"] },
            { name: "Sales", precedence: 1, members: ["saul@n.example"], values: { Department: "Sales" } },
            { name: "HR", precedence: 3, members: ["hugo@n.example"], values: { Department: "HR" } },
          ],
        },
      ],
    },
  });
});
afterAll(async () => {
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: string[]) =>
  orgform(words, { cwd: folder, env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token } });
interface Person {
  readonly member: string;
  readonly verdict: string;
  readonly data: { readonly gained: readonly string[]; readonly lost: readonly string[] };
}
const peopleOf = (stdout: string): readonly Person[] => (JSON.parse(stdout) as { people: Person[] }).people;

it("a person with HR loses exactly what the grant guards", async () => {
  const { stdout } = await run("plan", "--format", "json");
  expect(peopleOf(stdout).map(({ member, verdict, data }) => [member, verdict, data])).toEqual([
    ["hana@n.example", "narrowed", { gained: [], lost: GUARDED, rows: [] }],
  ]);
});

it("reviews a change of the data model from git, and changes nothing in the repository", async () => {
  const lost = await run(
    "compare",
    "live",
    "live",
    "--model-from",
    "main",
    "--model-to",
    "model",
    "--format",
    "json",
  );
  expect(peopleOf(lost.stdout).map(({ member, verdict, data }) => [member, verdict, data.lost])).toEqual([
    ["hugo@n.example", "narrowed", GUARDED],
  ]);
  const gained = await run(
    "compare",
    "live",
    "live",
    "--model-from",
    "model",
    "--model-to",
    "HEAD",
    "--fail-on",
    "widened",
  );
  expect(gained.exitCode).toBe(3);
  const commit = git("rev-parse", "--short", "HEAD").toString().trim();
  expect(gained.stdout).toContain(
    `Data model: model (${commit}-dirty) → HEAD (${commit}): 1 person sees more.\n`,
  );
  expect(gained.stdout).toContain(
    "Access (1 person)\n\n  Sees more\n    hugo@n.example  prod\n        sees the view events with 2 fields, the field customers.email\n",
  );
  expect(gained.stdout).toContain("--fail-on widened: 1 found: hugo@n.example");
  expect(git("status", "--porcelain").toString()).not.toMatch(/^[AD]/m);
});

it("shows no columns of values where only the data model changes", async () => {
  const args = ["compare", "live", "live", "--model-from", "main", "--format"];
  const { stdout } = await run(...args, "markdown");
  expect(stdout).toMatch(
    /^### Data model: `main \([0-9a-f]+\)` → `model \([0-9a-f]+-dirty\)`: 1 person sees less\.$/m,
  );
  expect(stdout).toContain("| Person | Verdict | Why |");
  expect((await run(...args, "html")).stdout).not.toContain("Sees before");
});

it("names a point that cannot be read as it was given", async () => {
  const { exitCode, stderr } = await run("compare", "nope", "live");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("The point nope cannot be read");
});

it("compares revisions of the file, snapshots and the service, in every format", async () => {
  expect((await run("snapshot", "--out", "q3.json")).exitCode).toBe(0);
  const same = await run("compare", "q3.json", "live");
  expect(same.stdout).toContain("Access: nobody changes.");
  for (const format of ["text", "markdown", "html", "csv"]) {
    const { stdout, exitCode } = await run("compare", "q3.json", "planned", "--format", format);
    expect([exitCode, withoutBreaks(stdout).includes("hana@n.example")]).toEqual([0, true]);
  }
  const declared = await run("compare", "HEAD", "HEAD", "--format", "json");
  expect(peopleOf(declared.stdout)).toEqual([]);
  expect((await run("compare", "nothing-such", "live")).exitCode).toBe(1);
  expect(
    (await run("compare", "live", "live", "--model-from", "no-such", "--model-to", "model")).stderr,
  ).toContain("--model-from no-such cannot be read");
});

it("leaves at a version of the file what it does not manage as the other point has it", async () => {
  const here = mkdtempSync(join(tmpdir(), "orgform-version-"));
  const [ada, cyd, dan, root] = ["ada", "cyd", "dan", "root"].map((name) => `${name}@n.example`);
  const live = openSandbox({
    seed: {
      organization: { id: "o", name: "O" },
      users: [{ email: root ?? "", organization_admin: true }],
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "no-access" } },
          groups: [
            { name: "Sales", precedence: 10, values: { region: "west" }, members: [ada ?? ""] },
            { name: "Finance", precedence: 5, values: { region: "east" }, members: [cyd ?? ""] },
          ],
          members: [{ email: dan ?? "", role: "develop", values: { region: "north" } }],
        },
      ],
    },
  });
  const file = (sales: string) => `version: 1
organization: {id: o}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: no-access}}
    groups: {Sales: {precedence: 10, values: {region: ${sales}}, members: [${ada}]}}
    members: {${cyd}: {}, ${dan}: {}, ${root}: {}}
`;
  const env = { ORGFORM_BASE_URL: live.url, ORGFORM_TOKEN: live.token };
  const compared = async (...points: string[]) => {
    const command = ["compare", ...points, "--fail-on", "widened", "--format", "json"];
    const { stdout, exitCode } = await orgform(command, { cwd: here, env });
    return [exitCode, peopleOf(stdout).map(({ member, verdict }) => `${member} ${verdict}`)];
  };
  try {
    writeFileSync(join(here, "orgform.yaml"), file("west"));
    writeFileSync(join(here, "was.yaml"), file("north"));
    expect((await orgform(["snapshot", "--out", "s.json"], { cwd: here, env })).exitCode).toBe(0);
    writeFileSync(join(here, "none.yaml"), "version: 1\norganization: {id: o}\nworkspaces: {lab: {}}\n");
    const points = ["planned", "live", "s.json", "orgform.yaml", "none.yaml"];
    for (const point of points) {
      expect(await compared("orgform.yaml", point)).toEqual([0, []]);
      expect(await compared(point, "orgform.yaml")).toEqual([0, []]);
      expect(await compared("was.yaml", point)).toEqual([3, [`${ada} moved`]]);
    }
    // Two snapshots, or one and a version, need no service.
    const alone = await orgform(["compare", "s.json", "was.yaml", "--format", "json"], { cwd: here });
    expect(peopleOf(alone.stdout)).toEqual([expect.objectContaining({ member: ada, verdict: "moved" })]);
  } finally {
    await live.close();
    rmSync(here, { recursive: true });
  }
});
