import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { groupBy } from "../../src/util/group-by.js";
import { openWorkshop, type ScriptResult, type Workshop } from "./workshop.js";

const SIZE = 500;
/** As many are played to their end; the others leave the same result, each under its own organization. */
const PLAYED = 5;

const ids = Array.from({ length: SIZE }, (_, i) => `org_${String(i).padStart(3, "0")}`);
const fileOf = (id: string): string =>
  `version: 1\norganization: {id: ${id}, name: ${id}}\nworkspaces:\n  main:\n    groups: {Sales: {precedence: 10}}\n`;

let workshop: Workshop;
let root: string;
let sandboxes: readonly Sandbox[];

beforeAll(async () => {
  workshop = await openWorkshop({ organization: { id: "org_none", name: "None" } });
  root = join(workshop.folder, "fleet/gitlab");
  mkdirSync(join(root, "orgs"));
  for (const id of ids) writeFileSync(join(root, "orgs", `${id.replace("_", "-")}.yaml`), fileOf(id));
  sandboxes = await Promise.all(
    ids
      .slice(0, PLAYED)
      .map((id) =>
        startSandbox({ seed: { organization: { id, name: id }, workspaces: [{ name: "main" }] } }),
      ),
  );
});

afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close();
  await workshop.close();
});

const run = (script: string, env: Record<string, string> = {}): Promise<ScriptResult> =>
  workshop.run(script, "fleet/gitlab", env);
const read = (name: string): string => readFileSync(join(root, name), "utf8");

/** A job of the child pipeline, as far as a runner of the same shape looks at it. */
interface Job {
  readonly extends: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly resource_group: string;
}

describe(`a fleet of ${SIZE}`, () => {
  it("has each organization once in matrices of a size that the engines take", async () => {
    const { stdout } = await run("orgform fleet jobs orgs --format github --chunk 256");
    const chunks: { name: string; organization_id: string }[][] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).include);
    expect(chunks.map((chunk) => chunk.length)).toEqual([256, SIZE - 256]);
    expect(chunks.flat().map(({ organization_id }) => organization_id)).toEqual(ids);
    // What GitHub takes as an output of a job, and Argo as one of a step.
    expect(stdout.length).toBeLessThan(256 * 1024);
  });

  it("is worked off by a runner of GitLab's shape, ten at once, and ends in one page", async () => {
    await run("orgform fleet jobs orgs --format gitlab --out jobs.json");
    await run("node fleet.mjs jobs.json > fleet.yml", { CI_PIPELINE_SOURCE: "schedule" });
    const pipeline = parse(read("fleet.yml"), { merge: true });
    const jobs = Object.entries<Job>(pipeline).flatMap(([name, job]) =>
      name.startsWith("drift ") ? [job] : [],
    );
    expect(jobs).toHaveLength(SIZE);
    const groups = groupBy(jobs, ({ resource_group }) => resource_group);
    expect(groups.size).toBe(10);
    for (const { length } of groups.values()) expect(length).toBeLessThan(SIZE / 5);

    mkdirSync(join(root, "results"));
    let [running, most] = [0, 0];
    /** One at a time in a group, the groups beside each other. */
    const workOff = async (group: readonly Job[]): Promise<void> => {
      for (const { extends: parent, variables } of group) {
        const sandbox = sandboxes[ids.indexOf(variables.ORGFORM_ORGANIZATION_ID ?? "")];
        if (sandbox === undefined) continue;
        running += 1;
        most = Math.max(most, running);
        const service = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
        const { exitCode } = await run(pipeline[parent].script.join("\n"), { ...variables, ...service });
        expect(exitCode).toBe(2);
        running -= 1;
      }
    };
    await Promise.all([...groups.values()].map(workOff));
    expect(most).toBeGreaterThan(1);

    const first = read("results/org_000.json");
    for (const id of ids.slice(PLAYED))
      writeFileSync(join(root, "results", `${id}.json`), first.replaceAll("org_000", id));
    const report = () => run(pipeline[".report"].script.join("\n"), { BASE: "", FOLDER: "results" });
    const whole = await report();
    expect(whole.exitCode).toBe(2);
    expect(whole.stdout).toContain(`${SIZE} runs, ${SIZE} with something to look at. Add ${SIZE}, change 0`);
    for (const id of ids) expect(whole.stdout).toContain(`${id} (${id})`);

    rmSync(join(root, "results/org_321.json"));
    const holed = await report();
    expect(holed.exitCode).toBe(1);
    expect(holed.stdout.split("\n")[1]).toMatch(/^results\/org_321\.json +error/);
  });
});

/** The file of an organization: in each workspace groups with values and people, all of them with values of their own. */
function organization(workspaces: number, groups: number, people: readonly string[]): string {
  const ofGroups = Array.from(
    { length: groups },
    (_, i) =>
      `      Team ${i}: {precedence: ${10 * (i + 1)}, values: {region: r${i}}, members: [${people.join(", ")}]}\n`,
  );
  const ofPeople = people.map((email) => `      ${email}: {role: explore, values: {region: own}}\n`);
  const workspace = `    attributes:\n      region: {data_type: string, label: Region}\n    groups:\n${ofGroups.join("")}    members:\n      admin@northwind.example: {}\n${ofPeople.join("")}`;
  const all = Array.from({ length: workspaces }, (_, i) => `  w${i}:\n${workspace}`);
  return `version: 1\norganization: {id: org_x, name: X}\nworkspaces:\n${all.join("")}`;
}

it("a night costs as many requests as examples/fleet/README.md computes", async () => {
  const [workspaces, groups, people] = [3, 5, ["ada@northwind.example", "bob@northwind.example"]];
  const world = {
    organization: { id: "org_x", name: "X" },
    users: [{ email: "admin@northwind.example", organization_admin: true }],
    workspaces: Array.from({ length: workspaces }, (_, i) => ({
      name: `w${i}`,
      members: people.map((email) => ({ email, role: "explore" })),
    })),
  };
  const other = await openWorkshop(world);
  writeFileSync(join(other.folder, "orgform.yaml"), organization(workspaces, groups, people));
  const applied = await other.run("orgform apply --auto-approve", ".");
  expect(applied.exitCode, applied.output).toBe(0);
  const before = other.sandbox.log().length;
  expect((await other.run("orgform drift", ".")).exitCode).toBe(0);
  const log = other.sandbox.log().slice(before);
  expect((await other.run("orgform snapshot --out s.json", ".")).exitCode).toBe(0);
  const ofSnapshot = other.sandbox.log().slice(before + log.length);
  expect((await other.run("orgform drift --live s.json", ".")).exitCode).toBe(0);
  expect(other.sandbox.log()).toHaveLength(before + log.length + ofSnapshot.length);
  await other.close();
  expect(log).toHaveLength(2 + workspaces * (4 + groups + people.length));
  // The built-in group and the administrator are read, too.
  expect(ofSnapshot).toHaveLength(2 + workspaces * (4 + (groups + 1) + (people.length + 1)));
  const ofGroups = log.filter(({ path }) => /\/groups\/[^/]+\/user_attributes$/.test(path));
  expect(ofGroups).toHaveLength(workspaces * groups);
});
