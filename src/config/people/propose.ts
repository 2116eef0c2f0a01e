import { isEmail } from "../../model/state/email.js";
import { count } from "../../util/count.js";
import { escapeJson } from "../../util/escape.js";
import { compareText } from "../../util/order.js";
import type { FileDiagnostic } from "../validate/file-diagnostic.js";
import { choicesAtPath } from "../validate/file-schema.js";
import type { ListFile, ListReader } from "./list/list-file.js";
import { readList } from "./list/read-list.js";

/** More texts than this in a column are no groups that anybody would write down. */
const MOST_GROUPS = 40;

const DELIMITERS = [",", ";", "\t", "|"];

/** One column, and what it holds. */
interface Column {
  readonly name: string;
  /** Different texts, without the empty one. */
  readonly texts: readonly string[];
  readonly filled: number;
}

/**
 * The part of a first file about a list: where it is and how to read it, and, as comments, the columns that look like a
 * status, a role, groups or attributes. A list that cannot be read is findings instead.
 */
export function proposeFor(
  path: string,
  name: string,
  reader: ListReader,
): string | readonly FileDiagnostic[] {
  const { file, findings } = readList(path, reader, likelyDelimiter);
  if (file === undefined || findings.length > 0) return findings;
  return proposal(file, name, /\.(json|ya?ml)$/i.test(path) ? "," : likelyDelimiter(file.source.text));
}

function likelyDelimiter(text: string): string {
  const header = text.split(/\r?\n/, 1)[0] ?? "";
  return DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ",";
}

function proposal(file: ListFile, name: string, delimiter: string): string {
  const { length } = file.records;
  const columns = file.columns.flatMap((column, i) => (column === "" ? [] : [columnOf(file, column, i)]));
  const email = columns.find((c) => c.filled > 0 && c.texts.every((text) => isEmail(text.trim())));
  const others = columns.filter((column) => column !== email);
  const roles = new Set(choicesAtPath(["workspaces", "", "members", "", "role"]));
  const role = others.find(({ texts }) => texts.length > 0 && texts.every((text) => roles.has(text)));
  const status = others.find((c) => /status|state|active/i.test(c.name) && c.texts.length <= 6);
  const rest = others.filter((column) => column !== role && column !== status);
  const groups = rest.filter((c) => isGroupLike(c, length));
  const attributes = rest.filter(({ texts }) => texts.length > 0 && texts.length < length);
  const lines = [
    "people:",
    `  file: ${text(name)}`,
    ...(email === undefined || email.name === "email" ? [] : [`  email: ${text(email.name)}`]),
    ...(delimiter === "," ? [] : [`  delimiter: ${JSON.stringify(delimiter)}`]),
    ...(length < 10 ? [] : [`  at_least: ${Math.floor(length * 0.9)}`]),
    ...(status === undefined ? [] : [proposedOnly(status)]),
    "",
    `# ${count(length, "row")}. What the columns look like; uncomment and change:`,
    "#",
    "# workspaces:",
    "#   production:",
    ...(role === undefined
      ? ["#     people: {}"]
      : ["#     people:", `#       role: ${text(`\${person.${role.name}}`)}`]),
    ...(attributes.length === 0 ? [] : ["#     attributes:"]),
    ...attributes.map((c) => `#       ${text(c.name)}: {data_type: string} # ${some(c.texts)}`),
    ...(groups.length === 0 ? [] : ["#     groups:"]),
    ...groups.flatMap(proposedGroup),
  ];
  return `\n${lines.join("\n")}\n`;
}

function proposedOnly({ name, texts: [first = "", ...others] }: Column): string {
  return `  # only: {${text(name)}: ${text(first)}} # also: ${some(others)}`;
}

function columnOf({ records }: ListFile, name: string, index: number): Column {
  const cells = records.map((cells) => cells[index] ?? "").filter((cell) => cell !== "");
  return { name, texts: [...new Set(cells)].sort(compareText), filled: cells.length };
}

/** Several people share a text, and nearly everybody has one. */
function isGroupLike({ texts, filled }: Column, rows: number): boolean {
  return texts.length >= 2 && texts.length <= Math.min(MOST_GROUPS, rows / 2) && filled >= rows * 0.9;
}

function proposedGroup({ name, texts }: Column): readonly string[] {
  const each = /[{}]/.test(name) ? "text" : name;
  const reference = `\${each.${each}}`;
  return [
    `#       ${text(`${name} ${reference}`)}:`,
    `#         each: {${text(each)}: [${texts.map(text).join(", ")}]}`,
    `#         values: {${text(name)}: ${text(reference)}}`,
    `#         members: {where: {${text(name)}: ${text(reference)}}}`,
  ];
}

const some = (texts: readonly string[]): string =>
  `${texts.slice(0, 5).map(text).join(", ")}${texts.length > 5 ? ` and ${texts.length - 5} more` : ""}` ||
  "nothing else";

/** A text on one line of YAML; a comment must not end, whatever a cell holds. */
function text(value: string): string {
  const isPlain = /^[A-Za-z][\w.-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isPlain ? value : escapeJson(JSON.stringify(value.slice(0, 200)));
}
