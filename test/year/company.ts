import type { SandboxOptions } from "../../src/sandbox/start-sandbox.js";
import { IS_LONG } from "../faults/form.js";
import type { Dice } from "./dice.js";

/** A row of the HR export. */
export interface Person {
  readonly mail: string;
  readonly department: string;
  readonly region: string;
  /** A workspace, or `all` of them. */
  readonly site: string;
  readonly level: string;
  readonly customer: string;
}

/** What the file says beside the list. */
export interface Shape {
  readonly executives: { readonly name: string; readonly previously?: string };
  readonly regions: readonly string[];
}

/** What the list gives somebody in a workspace. */
export interface Given {
  readonly groups: readonly string[];
  readonly own: Readonly<Record<string, string>>;
}

export const ADMIN = "admin@northwind.example";
export const WORKSPACES = ["emea", "apac", "amer"];
/** The workspace in which own values come from the list. */
export const WITH_OWN_VALUES = "amer";
export const DENIED = { region: "no-access", department: "no-access", customer: "no-access" };
const EVERY_REGION = "west,east,north";
const DEPARTMENTS = ["Sales", "Finance", "Support"];
/** The long form plays a company of the size of docs/company.md. */
export const PEOPLE = IS_LONG ? 400 : 160;
const AT_LEAST = (PEOPLE * 7) / 8;

const at = (list: readonly string[], n: number): string => list[n % list.length] ?? "";

export const FIRST_SHAPE: Shape = { executives: { name: "Executives" }, regions: ["west", "east", "north"] };

/**
 * The people of the first day: every tenth works in all three workspaces, some lead, and some look after one customer. Own values are
 * read person by person, so the workspace that has them is the small one.
 */
export const FIRST_LIST: readonly Person[] = Array.from({ length: PEOPLE }, (_, n) => {
  const site = n % 10 === 0 ? "all" : n % 10 === 1 ? WITH_OWN_VALUES : at(["emea", "apac"], n);
  return {
    mail: `p${n}@northwind.example`,
    department: at(DEPARTMENTS, Math.floor(n / 3)),
    region: at(FIRST_SHAPE.regions, Math.floor(n / 9)),
    site,
    level: n % 29 === 1 ? "C" : "B",
    customer: n % 2 === 1 ? `c${n % 7}` : "",
  };
});

export function fileOf({ executives: { name, previously }, regions }: Shape): string {
  return `version: 1
organization: {id: org_northwind}
people: {file: people.csv, email: mail, only: {status: active}, at_least: ${AT_LEAST}}
protect: ["*/groups/All Users/**"]
templates:
  company:
    attributes:
      region: {data_type: string, label: Region, required: true, deny: no-access}
      department: {data_type: string, label: Department, required: true, deny: no-access}
      customer: {data_type: string, label: Customer, required: true, deny: no-access}
    groups:
      All Users: {values: {region: no-access, department: no-access, customer: no-access}}
      "\${each.department} \${each.region}":
        each: {department: [${DEPARTMENTS.join(", ")}], region: [${regions.join(", ")}]}
        precedence: 10
        values: {region: "\${each.region}", department: "\${each.department}"}
        members: {where: {department: "\${each.department}", region: "\${each.region}"}}
      ${name}:
        precedence: 20
        values: {region: "${EVERY_REGION}"}
        members: {where: {level: C}}${previously === undefined ? "" : `\n        previously: [${previously}]`}
    members: {${ADMIN}: {}}
workspaces:
${WORKSPACES.map((name) => {
  const values = name === WITH_OWN_VALUES ? `, values: {customer: "\${person.customer}"}` : "";
  return `  ${name}: {extends: [company], people: {where: {site: [${name}, all]}, role: explore${values}}}`;
}).join("\n")}
expect:
  - {workspace: "*", attribute: region, never: [west], except_groups: ["* west", ${name}]}
`;
}

/** The export: who has left stays in it for a while. */
export function exportOf(list: readonly Person[], left: readonly Person[]): string {
  const row = (status: string) => (p: Person) =>
    `${p.mail},${status},${p.department},${p.region},${p.site},${p.customer},${p.level}`;
  return [
    "mail,status,department,region,site,customer,level",
    ...left.slice(0, left.length / 2).map(row("left")),
    ...list.map(row("active")),
    "",
  ].join("\n");
}

/** What the list gives in a workspace, by address. */
export function givenIn(
  workspace: string,
  list: readonly Person[],
  { executives }: Shape,
): ReadonlyMap<string, Given> {
  const people = list.filter(({ site }) => site === workspace || site === "all");
  return new Map(
    people.map(({ mail, department, region, level, customer }) => [
      mail,
      {
        groups: [`${department} ${region}`, ...(level === "C" ? [executives.name] : [])].sort(),
        own: workspace === WITH_OWN_VALUES && customer !== "" ? { customer } : {},
      },
    ]),
  );
}

/** The values of somebody in these groups, which a group's name says. */
export function valuesIn({ groups, own }: Given, { executives }: Shape): Readonly<Record<string, string>> {
  const values = { ...DENIED };
  for (const [department = "", region = ""] of groups.map((name) => name.split(" ")))
    if (region !== "") Object.assign(values, { department, region });
  return { ...values, ...(groups.includes(executives.name) ? { region: EVERY_REGION } : {}), ...own };
}

/** The organization on the first day: as the list says. */
export function seedOf(list: readonly Person[], shape: Shape): SandboxOptions["seed"] {
  return {
    organization: { id: "org_northwind", name: "Northwind" },
    users: [{ email: ADMIN, organization_admin: true }, ...list.map(({ mail }) => ({ email: mail }))],
    workspaces: WORKSPACES.map((name) => {
      const given = [...givenIn(name, list, shape)];
      const membersOf = (group: string) =>
        given.filter(([, { groups }]) => groups.includes(group)).map(([mail]) => mail);
      return {
        name,
        members: given.map(([email, { own }]) => ({ email, values: own })),
        definitions: Object.keys(DENIED).map((attribute) => ({
          name: attribute,
          data_type: "string" as const,
          label: `${attribute.slice(0, 1).toUpperCase()}${attribute.slice(1)}`,
        })),
        all_users: { values: DENIED },
        groups: [
          ...DEPARTMENTS.flatMap((department) =>
            shape.regions.map((region) => ({
              name: `${department} ${region}`,
              precedence: 10,
              values: { department, region },
              members: membersOf(`${department} ${region}`),
            })),
          ),
          {
            name: shape.executives.name,
            precedence: 20,
            values: { region: EVERY_REGION },
            members: membersOf(shape.executives.name),
          },
        ],
      };
    }),
  };
}

/** What happens to the list in a month. */
export interface News {
  readonly list: readonly Person[];
  readonly left: readonly Person[];
}

/**
 * 3 to 20 people move, 2 to 6 join, 2 to 4 leave, some of them before they have accepted their invite, one marries, one
 * is promoted or steps back, and one goes to another workspace.
 */
export function aMonthOf(dice: Dice, month: number, list: readonly Person[], { regions }: Shape): News {
  const isNew = ({ mail }: Person) => mail.startsWith(`j${month - 1}.`);
  const [regretful, staying] = dice.split(list.filter(isNew), dice.chance(0.5) ? 1 : 0);
  const [retired, old] = dice.split(
    list.filter((person) => !isNew(person)),
    dice.between(2, 4) - regretful.length,
  );
  const [leavers, rest] = [
    [...regretful, ...retired],
    [...staying, ...old],
  ];
  const [movers, others] = dice.split(rest, dice.between(3, 20));
  const [[married, promoted, relocated], stay] = dice.split(others, 3);
  const moved = movers.map((person) => {
    const customer = person.customer === "" ? "" : `c${dice.between(0, 6)}`;
    const next = dice.chance(0.5) ? { region: dice.of(regions) } : { department: dice.of(DEPARTMENTS) };
    return { ...person, ...next, customer };
  });
  const joiners = Array.from({ length: dice.between(2, 6) }, (_, n) => ({
    mail: `j${month}.${n}@northwind.example`,
    department: dice.of(DEPARTMENTS),
    region: dice.of(regions),
    site: dice.chance(0.1) ? "all" : dice.of(WORKSPACES),
    level: dice.chance(0.1) ? "C" : "B",
    customer: dice.chance(0.3) ? `c${dice.between(0, 6)}` : "",
  }));
  const changed = [
    ...(married === undefined ? [] : [{ ...married, mail: married.mail.replace("@", `.m${month}@`) }]),
    ...(promoted === undefined ? [] : [{ ...promoted, level: promoted.level === "C" ? "B" : "C" }]),
    ...(relocated === undefined ? [] : [{ ...relocated, site: dice.of(WORKSPACES) }]),
  ];
  return { list: dice.shuffle([...stay, ...moved, ...joiners, ...changed]), left: leavers };
}
