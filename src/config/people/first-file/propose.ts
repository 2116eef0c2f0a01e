import type { DesiredWorkspace } from "../../../model/state/desired-state.js";
import { count } from "../../../util/english.js";
import { escapeJson } from "../../../util/escape.js";
import type { FileDiagnostic } from "../../text/file-diagnostic.js";
import { likelyDelimiter } from "../list/csv-shape.js";
import type { ListReader } from "../list/list-file.js";
import { readList } from "../list/read-list.js";
import { describeColumns, type GroupColumn, type ListColumns } from "./list-columns.js";
import { type ListedWorkspaces, matchList, USUAL_ROLE } from "./match-list.js";

/** The part of a first file about a list of people. */
export interface ProposedFile {
  /** The text of a new workspace, with people outside the list, who always stay. */
  textWith(staying: readonly string[]): string;
  readonly workspace: string;
  /** The text of the list itself, for workspaces that exist, and the part of these that it explains. */
  readonly listText: string;
  matches(workspaces: readonly DesiredWorkspace[], staying: readonly string[]): ListedWorkspaces;
  /** The people that it takes from the list. */
  readonly people: number;
}

/**
 * A workspace for the people of a list: each column that looks like groups becomes an attribute with a group
 * for each text, and people in none of them see nothing. It can be planned as it is. A list that cannot be
 * read is findings instead.
 */
export function proposeFor(
  path: string,
  name: string,
  reader: ListReader,
): ProposedFile | readonly FileDiagnostic[] {
  const { file, findings } = readList(path, reader, likelyDelimiter);
  if (file === undefined || findings.length > 0) return findings;
  const delimiter = likelyDelimiter(file.source.text);
  const columns = describeColumns(file);
  const listText = `${peopleLines(columns, name, delimiter).join("\n")}\n`;
  const workspace = workspaceLines(columns);
  return {
    textWith: (staying) => `\n${listText}\n${[...workspace, ...stayingLines(staying)].join("\n")}\n`,
    workspace: WORKSPACE,
    listText,
    matches: (workspaces, staying) => matchList(file, columns, workspaces, staying),
    people: columns.rows.length,
  };
}

const WORKSPACE = "production";

function peopleLines({ email, only, status, rows }: ListColumns, name: string, delimiter: string): string[] {
  const others = status?.column.texts.filter((one) => one !== status.present) ?? [];
  const left = others.length === 0 ? "" : ` # leaves out ${others.map(text).join(", ")}`;
  const conditions = only.map((pair) => pair.map(text).join(": ")).join(", ");
  return [
    "people:",
    `  file: ${text(name)}`,
    ...(email === undefined || email.name === "email" ? [] : [`  email: ${text(email.name)}`]),
    ...(delimiter === "," ? [] : [`  delimiter: ${JSON.stringify(delimiter)}`]),
    ...(conditions === "" ? [] : [`  only: {${conditions}}${left}`]),
    ...(rows.length < 10 ? [] : [`  at_least: ${Math.floor(rows.length * 0.9)} # fewer rows are an error`]),
  ];
}

function workspaceLines({ rows, role, groups }: ListColumns): string[] {
  return [
    "workspaces:",
    `  ${WORKSPACE}:`,
    "    people:",
    `      where: {} # every row that counts: ${count(rows.length, "person", "people")}`,
    `      role: ${role === undefined ? USUAL_ROLE : text(`\${person.${role.name}}`)}`,
    ...(groups.length === 0 ? [] : ["    attributes:"]),
    ...groups.map(attributeLine),
    ...(groups.length === 0 ? [] : groupLines(groups)),
  ];
}

function stayingLines(staying: readonly string[]): string[] {
  const title = "    # Administrators and others who stay, whatever the list says:";
  if (staying.length === 0) return [title, "    # members: {admin@northwind.example: {}}"];
  return [title, "    members:", ...staying.map((email) => `      ${text(email)}: {}`)];
}

function attributeLine(group: GroupColumn): string {
  const rest = `data_type: string, label: ${text(group.label)}, required: true, deny: ${denialOf(group)}`;
  return `      ${text(group.attribute)}: {${rest}}`;
}

function groupLines(groups: readonly GroupColumn[]): string[] {
  // `Cost *` would take the groups of `Cost center *`, too.
  const labels = groups.map(({ label }) => label).toSorted((a, b) => b.length - a.length);
  const denials = groups.map((group) => `${text(group.attribute)}: ${denialOf(group)}`);
  return [
    "    groups:",
    "      # The built-in group. A member without a value sees everything: this one allows nothing.",
    `      All Users: {values: {${denials.join(", ")}}}`,
    ...groups.flatMap(({ name, texts, attribute, label }) => {
      const reference = text(`\${each.${attribute}}`);
      return [
        `      ${text(`${label} \${each.${attribute}}`)}:`,
        `        each: {${text(attribute)}: [${texts.map(text).join(", ")}]}`,
        `        values: {${text(attribute)}: ${reference}}`,
        `        members: {where: {${text(name)}: ${reference}}}`,
      ];
    }),
    "    # Highest first. Nobody is in two groups of one column.",
    `    precedence_order: [${labels.map((label) => text(`${label} *`)).join(", ")}]`,
  ];
}

/** A value that no row of the list has. */
function denialOf({ texts }: GroupColumn): string {
  return texts.includes("no-access") ? "no-access-at-all" : "no-access";
}

/** A text on one line of YAML, so that no cell can end a comment. */
function text(value: string): string {
  const isPlain = /^[A-Za-z][\w.-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isPlain ? value : escapeJson(JSON.stringify(value));
}
