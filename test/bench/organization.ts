import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";

/** How much there is in one workspace. Resources: 9.1 a group. */
export interface OrganizationSize {
  readonly groups: number;
  readonly members: number;
  /** Milliseconds that the service adds to every answer. */
  readonly latency?: number;
}

/** The files of an organization: what it should be, and what lives, of which either nothing or everything is there. */
export interface OrganizationFiles {
  readonly file: string;
  /** A workspace with its people and nothing else. */
  readonly emptySeed: string;
  readonly fullSeed: string;
  /** A folder with the same resources as `terraform_data`, referring to each other in the same way. */
  readonly terraform: string;
  readonly resources: number;
}

const VALUES = 5;
const MEMBERS = 3;

/** Writes the files below `folder`, each size once. */
export function organizationFiles(folder: string, size: OrganizationSize): OrganizationFiles {
  const at = join(folder, `${size.groups}-${size.members}-${size.latency ?? 0}`);
  const paths = {
    file: join(at, "orgform.yaml"),
    emptySeed: join(at, "empty.json"),
    fullSeed: join(at, "full.json"),
    terraform: join(at, "terraform"),
  };
  const organization = describe(size);
  mkdirSync(paths.terraform, { recursive: true });
  writeFileSync(paths.file, yamlOf(organization));
  writeFileSync(paths.emptySeed, JSON.stringify(seedOf(organization, size, false)));
  writeFileSync(paths.fullSeed, JSON.stringify(seedOf(organization, size, true)));
  writeFileSync(join(paths.terraform, "main.tf"), terraformOf(organization));
  const { attributes, groups } = organization;
  return { ...paths, resources: attributes.length + groups.length * (1 + VALUES + MEMBERS) };
}

interface Organization {
  readonly people: readonly string[];
  readonly attributes: readonly string[];
  readonly groups: readonly {
    readonly name: string;
    readonly precedence: number;
    readonly values: Readonly<Record<string, string>>;
    readonly members: readonly string[];
  }[];
}

function describe({ groups, members }: OrganizationSize): Organization {
  const people = range(members, (i) => `person${i}@northwind.example`);
  const attributes = range(Math.max(VALUES, Math.round(groups / 10)), (i) => `attribute_${i}`);
  return {
    people,
    attributes,
    groups: range(groups, (g) => ({
      name: `Group ${g}`,
      precedence: (g + 1) * 10,
      values: Object.fromEntries(
        range(VALUES, (v) => [attributes[(g + v) % attributes.length] ?? "", `value ${g} ${v}`]),
      ),
      members: range(MEMBERS, (m) => people[(g * MEMBERS + m) % members] ?? ""),
    })),
  };
}

function yamlOf({ attributes, groups }: Organization): string {
  const lines = [
    "version: 1",
    "organization: {id: org_bench, name: Bench}",
    "workspaces:",
    "  prod:",
    "    attributes:",
    ...attributes.map((name) => `      ${name}: {data_type: string, label: ${name}}`),
    "    groups:",
    ...groups.flatMap(({ name, precedence, values, members }) => [
      `      ${name}:`,
      `        precedence: ${precedence}`,
      "        values:",
      ...Object.entries(values).map(([attribute, value]) => `          ${attribute}: ${value}`),
      "        members:",
      ...members.map((email) => `          - ${email}`),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function seedOf(
  { people, attributes, groups }: Organization,
  { latency = 0 }: OrganizationSize,
  full: boolean,
): SandboxSeed {
  return {
    organization: { id: "org_bench", name: "Bench" },
    users: [{ email: "admin@northwind.example", organization_admin: true }],
    tokens: [{ token: "bench", email: "admin@northwind.example", scope: "org_admin" }],
    settings: { latency_ms: latency },
    workspaces: [
      {
        name: "prod",
        members: people.map((email) => ({ email, role: "view" })),
        ...(full
          ? { definitions: attributes.map((name) => ({ name, data_type: "string", label: name })), groups }
          : {}),
      },
    ],
  };
}

function terraformOf({ attributes, groups }: Organization): string {
  const resource = (name: string, input: string): string =>
    `resource "terraform_data" "${name}" {\n  input = { ${input} }\n}\n`;
  return [
    ...attributes.map((name) => resource(name, `name = "${name}", data_type = "string"`)),
    ...groups.flatMap(({ name, precedence, values, members }, g) => [
      resource(`group_${g}`, `name = "${name}", precedence = ${precedence}`),
      ...Object.entries(values).map(([attribute, value], v) => {
        const refers = `group = terraform_data.group_${g}.id, attribute = terraform_data.${attribute}.id`;
        return resource(`value_${g}_${v}`, `${refers}, value = "${value}"`);
      }),
      ...members.map((email, m) =>
        resource(`member_${g}_${m}`, `group = terraform_data.group_${g}.id, member = "${email}"`),
      ),
    ]),
  ].join("");
}

function range<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, i) => make(i));
}
