import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Fault } from "../../src/sandbox/start-sandbox.js";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { openSandboxWithPort } from "../support/open-sandbox.js";
import { type Access, accessIn } from "../year/expected.js";
import { folderWith, runHere, start } from "./built.js";
import { IS_LONG, PATIENTLY } from "./form.js";

const REGIONS = ["north", "east", "south", "west"];
const WORKSPACES = ["emea", "apac", "amer"];
/** The long form moves 50 of 400. */
const PEOPLE = IS_LONG ? 400 : 160;
const MOVERS = PEOPLE / 8;

const addressOf = (n: number): string => `p${n}@northwind.example`;
const regionOf = (n: number): string => REGIONS[n % REGIONS.length] ?? "";

/** Everybody in the group of their region, in every workspace; all of these groups have one precedence. */
const SEED: SandboxOptions["seed"] = {
  organization: { id: "org_northwind", name: "Northwind" },
  users: [
    { email: "admin@northwind.example", organization_admin: true },
    ...Array.from({ length: PEOPLE }, (_, n) => ({ email: addressOf(n) })),
  ],
  workspaces: WORKSPACES.map((name) => ({
    name,
    members: Array.from({ length: PEOPLE }, (_, n) => ({ email: addressOf(n) })),
    definitions: [{ name: "region", data_type: "string" as const, label: "Region" }],
    all_users: { values: { region: "no-access" } },
    groups: [
      ...REGIONS.map((region) => ({
        name: `Sales ${region}`,
        precedence: 10,
        values: { region },
        members: Array.from({ length: PEOPLE }, (_, n) => n)
          .filter((n) => regionOf(n) === region)
          .map(addressOf),
      })),
    ],
  })),
};

const FILE = `version: 1
organization: {id: org_northwind}
people: {file: people.csv}
templates:
  company:
    people: {}
    attributes: {region: {data_type: string, label: Region, deny: no-access}}
    groups:
      All Users: {values: {region: no-access}}
      "Sales \${each.region}":
        each: {region: [north, east, south, west]}
        precedence: 10
        values: {region: "\${each.region}"}
        members: {where: {region: "\${each.region}"}}
    members: {admin@northwind.example: {}}
workspaces:
${WORKSPACES.map((name) => `  ${name}: {extends: [company]}`).join("\n")}
`;

/** The list after so many people, spread over the company, have moved to the next region. */
function listAfter(movers: number): string {
  const every = Math.floor(PEOPLE / movers);
  const rows = Array.from({ length: PEOPLE }, (_, n) => {
    const isMover = n % every === 0 && n / every < movers;
    return `${addressOf(n)},${regionOf(isMover ? n + 1 : n)}`;
  });
  return ["email,region", ...rows, ""].join("\n");
}

/** A company and a folder with its file; `exposed` fills with whoever has neither the old nor the new value. */
async function company(
  movers: number,
  { onEffect, isConnected = false }: { onEffect?: (n: number) => void; isConnected?: boolean } = {},
) {
  const exposed: string[] = [];
  let ends: readonly [Access, Access] | undefined;
  let effects = 0;
  const sandbox = await (isConnected ? startSandbox : openSandboxWithPort)({
    seed: SEED,
    onEffect: (_, state) => {
      effects += 1;
      onEffect?.(effects);
      const [before, after] = ends ?? [];
      for (const [who, now] of accessIn(state().workspaces)) {
        const may = [...(before?.get(who) ?? []), ...(after?.get(who) ?? [])];
        if (now.length === 0 || !now.every((value) => may.includes(value)))
          exposed.push(`${who}: ${now.join()}`);
      }
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = folderWith(FILE);
  writeFileSync(join(folder, "people.csv"), listAfter(movers));
  const before = accessIn(sandbox.state().workspaces);
  const moved = new Set(listAfter(movers).split("\n").slice(1));
  const after = new Map(
    [...before].map(([who, values]) => {
      const row = [...moved].find((line) => line !== "" && who.includes(line.slice(0, line.indexOf(","))));
      return [who, row === undefined ? values : [row.slice(row.indexOf(",") + 1)]] as const;
    }),
  );
  ends = [before, after];
  return { sandbox, folder, exposed, after };
}

const access = (sandbox: Sandbox): Access => new Map([...accessIn(sandbox.state().workspaces)].sort());
const sorted = (map: Access): Access => new Map([...map].sort());

it.each([1, MOVERS])(
  `%i of ${PEOPLE} who move are planned and applied with no flag and no warning`,
  PATIENTLY,
  async (movers) => {
    const { sandbox, folder, exposed, after } = await company(movers);
    const run = (...args: string[]) => runHere(folder, sandbox, args);
    const plan = await run("plan", "--detailed-exitcode");
    expect(plan).toMatchObject({ code: 2, stderr: "" });
    expect(plan.stdout).not.toMatch(/Warning|window/i);
    expect(plan.stdout).toContain(`${movers} ${movers === 1 ? "sees" : "see"} other data`);
    const apply = await run("apply", "--auto-approve", "--receipt", "receipt.jsonl");
    expect(apply.code).toBe(0);
    expect(access(sandbox)).toEqual(sorted(after));
    expect(await run("drift")).toMatchObject({ code: 0 });
    expect(exposed).toEqual([]);
  },
);

it(
  `${MOVERS} of ${PEOPLE} who move have the old or the new value while answers are lost, refused and late`,
  PATIENTLY,
  async () => {
    const { sandbox, folder, exposed, after } = await company(MOVERS, { isConnected: true });
    const faults: Fault[] = [
      { kind: "status", status: 500, when: "after", match: { method: "POST", probability: 0.05 } },
      { kind: "status", status: 503, match: { method: "DELETE", probability: 0.05 } },
      { kind: "reset", when: "after", match: { method: "DELETE", probability: 0.05 } },
    ];
    sandbox.addFaults(...faults);
    const apply = () => runHere(folder, sandbox, ["apply", "--auto-approve", "--no-receipt"]);
    const first = await apply();
    expect([0, 5]).toContain(first.code);
    sandbox.clearFaults();
    expect(await apply()).toMatchObject({ code: 0 });
    expect(access(sandbox)).toEqual(sorted(after));
    expect(exposed).toEqual([]);
  },
);

it(
  `${MOVERS} of ${PEOPLE} who move have the old or the new value when the run is killed`,
  PATIENTLY,
  async () => {
    for (const at of IS_LONG ? Array.from({ length: 30 }, (_, i) => 10 * i + 1) : [3, 61, 119]) {
      let running: ReturnType<typeof start> | undefined;
      const { sandbox, folder, exposed, after } = await company(MOVERS, {
        onEffect: (n) => n === at && running?.kill("SIGKILL"),
      });
      running = start(folder, sandbox, ["apply", "--auto-approve", "--no-receipt"]);
      expect((await running.ended).code).toBe("SIGKILL");
      expect(await runHere(folder, sandbox, ["apply", "--auto-approve", "--no-receipt"])).toMatchObject({
        code: 0,
      });
      expect(access(sandbox)).toEqual(sorted(after));
      expect(exposed).toEqual([]);
    }
  },
);
