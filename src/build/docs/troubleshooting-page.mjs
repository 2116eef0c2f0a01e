import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { table } from "./table.mjs";

/** The entries of troubleshooting.yaml, by section; see the head of that file. */
export function readTroubleshooting() {
  return parse(readFileSync(new URL("./troubleshooting.yaml", import.meta.url), "utf8"));
}

/**
 * The complete file of an entry's example, as the command of the example reads it; `undefined` if it has
 * none.
 */
export function exampleFile({ file, top, workspace }) {
  if (file !== undefined) return file;
  const head = "version: 1\norganization: {id: org_northwind}\n";
  if (top !== undefined) return head + top;
  if (workspace !== undefined) return `${head}workspaces:\n  northwind-prod:\n${indented(workspace, 4)}`;
  return undefined;
}

/** The command of an entry's example, without `orgform`. */
export function exampleCommand({ run, live, world }) {
  return run ?? (live === undefined && world === undefined ? "validate" : "plan");
}

/** An index by code, then a section for each under its own anchor, in the order of the table. */
export function troubleshootingPage(titles) {
  const sections = readTroubleshooting();
  const codes = sections.flatMap((section) => Object.keys(section.codes)).sort();
  return [
    table(
      ["Code", ""],
      codes.map((code) => [`[${code}](#${code})`, titles[code]]),
    ),
    "",
    ...sections.flatMap(({ title, intro, codes: entries }) => [
      `## ${title}`,
      "",
      ...(intro === undefined ? [] : [intro.trim(), ""]),
      ...Object.entries(entries).flatMap(([code, entry]) => codeSection(code, entry)),
    ]),
  ].join("\n");
}

/** An entry's example in words, and the lines of the file that it is about; `undefined` where it has none. */
export function exampleOf(entry) {
  const { when, run, file, top, workspace } = entry;
  const shown = file ?? top ?? (workspace && `workspaces:\n  northwind-prod:\n${indented(workspace, 4)}`);
  if (shown === undefined && run === undefined) return undefined;
  const situation = when === undefined ? "" : `, if ${when}`;
  return {
    says: `Example: \`orgform ${exampleCommand(entry)}\`${situation}${shown === undefined ? "." : ":"}`,
    lines: shown?.trimEnd().split("\n") ?? [],
  };
}

function codeSection(code, entry) {
  const { means, way_out } = entry;
  const example = exampleOf(entry);
  return [
    `### ${code}`,
    "",
    means.trim(),
    "",
    ...(example === undefined ? [] : [example.says, ""]),
    ...(example === undefined || example.lines.length === 0 ? [] : ["```yaml", ...example.lines, "```", ""]),
    `**What to do.** ${way_out.trim()}`,
    "",
  ];
}

function indented(text, by) {
  return text.replace(/^(?=.)/gm, " ".repeat(by));
}
