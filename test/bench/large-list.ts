import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import type { Bench } from "./bench.js";
import { orgform, startService, timeOf, usageOf } from "./run-process.js";
import { amountRow, type Row } from "./table.js";

const PEOPLE = 50_000;
const DEPARTMENTS = 20;
const REGIONS = 10;
/** Groups that name their members, beside those that pick them from the list by department and region. */
const NAMED_GROUPS = 300;
const NAMED_MEMBERS = 10;
const ATTRIBUTES = 10;
const VALUES = 3;

const MOST_SECONDS = 6;
const MOST_MEGABYTES = 600;

/** A company of 50,000 in a list, 500 groups: reading the file, finding nothing to change, and asking a snapshot about everybody. */
export async function largeList({ folder }: Bench): Promise<readonly Row[]> {
  const { file, seed } = writeFiles(folder);
  const snapshot = join(folder, "large-list-snapshot.json");
  const service = await startService(seed);
  try {
    await timeOf(orgform(["snapshot", "-f", file, "--out", snapshot], service));
    const commands = {
      validate: orgform(["validate", "-f", file]),
      "plan, nothing to change": orgform(["plan", "-f", file], service),
      "who, of a snapshot": orgform(["who", "-f", file, "--live", snapshot]),
    };
    const rows: Row[] = [];
    for (const [what, command] of Object.entries(commands)) {
      const { cpuMilliseconds, peakMegabytes } = await usageOf(command);
      const size = `${PEOPLE.toLocaleString("en")} people × ${GROUPS.length} groups, ${DEPARTMENTS * REGIONS} of them by \`where\``;
      rows.push(
        amountRow(`CPU of ${what}, ${size}`, cpuMilliseconds / 1_000, MOST_SECONDS, "s"),
        amountRow(`peak memory of ${what}, ${size}`, peakMegabytes, MOST_MEGABYTES, "MB"),
      );
    }
    return rows;
  } finally {
    await service.stop();
  }
}

const range = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, i) => make(i));

const emailOf = (person: number): string => `person${person}@northwind.example`;
const departmentOf = (person: number): string => `Department ${person % DEPARTMENTS}`;
const regionOf = (person: number): string => `Region ${Math.floor(person / DEPARTMENTS) % REGIONS}`;

interface BenchGroup {
  readonly name: string;
  readonly precedence: number;
  readonly values: Readonly<Record<string, string>>;
  readonly where?: { readonly department: string; readonly region: string };
  readonly members: readonly string[];
}

const byWhere = range(DEPARTMENTS * REGIONS, (g) => {
  const people = range(PEOPLE / (DEPARTMENTS * REGIONS), (i) => g + i * DEPARTMENTS * REGIONS);
  const where = { department: departmentOf(g), region: regionOf(g) };
  return { name: `${where.department} ${where.region}`, where, members: people.map(emailOf) };
});
const byName = range(NAMED_GROUPS, (g) => ({
  name: `Project ${g}`,
  members: range(NAMED_MEMBERS, (m) => emailOf((g * 131 + m * 977) % PEOPLE)),
}));
const GROUPS: readonly BenchGroup[] = [...byWhere, ...byName].map((group, g) => ({
  ...group,
  precedence: (g + 1) * 10,
  values: Object.fromEntries(range(VALUES, (v) => [`attribute_${(g + v) % ATTRIBUTES}`, `value ${g} ${v}`])),
}));

function writeFiles(folder: string): { readonly file: string; readonly seed: string } {
  const paths = { file: join(folder, "large-list.yaml"), seed: join(folder, "large-list-seed.json") };
  const rows = range(PEOPLE, (p) => `${emailOf(p)},${departmentOf(p)},${regionOf(p)}\n`);
  writeFileSync(join(folder, "large-list.csv"), `email,department,region\n${rows.join("")}`);
  writeFileSync(paths.file, yamlOf());
  writeFileSync(paths.seed, JSON.stringify(seedOf()));
  return paths;
}

function yamlOf(): string {
  const lines = [
    "version: 1",
    "organization: {id: org_bench, name: Bench}",
    "people: {file: large-list.csv}",
    "workspaces:",
    "  prod:",
    "    people: {}",
    "    attributes:",
    ...range(ATTRIBUTES, (a) => `      attribute_${a}: {data_type: string, label: Attribute ${a}}`),
    "    groups:",
    ...GROUPS.flatMap(({ name, precedence, values, where, members }) => [
      `      ${name}:`,
      `        precedence: ${precedence}`,
      `        values: ${JSON.stringify(values)}`,
      `        members: ${JSON.stringify(where === undefined ? members : { where })}`,
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function seedOf(): SandboxSeed {
  return {
    organization: { id: "org_bench", name: "Bench" },
    users: [{ email: "admin@northwind.example", organization_admin: true }],
    tokens: [{ token: "bench", email: "admin@northwind.example", scope: "org_admin" }],
    workspaces: [
      {
        name: "prod",
        members: range(PEOPLE, (p) => ({ email: emailOf(p), role: "view" })),
        definitions: range(ATTRIBUTES, (a) => ({
          name: `attribute_${a}`,
          data_type: "string",
          label: `Attribute ${a}`,
        })),
        groups: GROUPS.map(({ name, precedence, values, members }) => ({
          name,
          precedence,
          values,
          members,
        })),
      },
    ],
  };
}
