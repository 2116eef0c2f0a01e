import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { table } from "./table.mjs";

/** The entries of troubleshooting.yaml, by section; see the head of that file. */
export function readTroubleshooting() {
  return parse(readFileSync(new URL("./troubleshooting.yaml", import.meta.url), "utf8"));
}

/** The lines of an entry's file that its example is about; `undefined` if it has none. */
function shownOf({ file, top, workspace }) {
  return (
    file ?? top ?? (workspace && `workspaces:\n  northwind-prod:\n${workspace.replace(/^(?=.)/gm, "    ")}`)
  );
}

/** The complete file of an entry's example, as the command of the example reads it; `undefined` if it has none. */
export function exampleFile(entry) {
  const shown = shownOf(entry);
  if (shown === undefined || entry.file !== undefined) return shown;
  return `version: 1\norganization: {id: org_northwind}\n${shown}`;
}

/** The command of an entry's example, without `orgform`. */
export function exampleCommand({ run, live, world }) {
  return run ?? (live === undefined && world === undefined ? "validate" : "plan");
}

/** An entry's example in words, and the lines of the file that it is about; `undefined` where it has none. */
export function exampleOf(entry) {
  const shown = shownOf(entry);
  if (shown === undefined && entry.run === undefined) return undefined;
  const situation = entry.when === undefined ? "" : `, if ${entry.when}`;
  return {
    says: `Example: \`orgform ${exampleCommand(entry)}\`${situation}${shown === undefined ? "." : ":"}`,
    lines: shown?.trimEnd().split("\n") ?? [],
  };
}

/** An index by code, then a section for each under its own anchor, in the order of the table. */
export function troubleshootingPage(rows) {
  const sections = readTroubleshooting();
  const codes = sections.flatMap((section) => Object.keys(section.codes)).sort();
  return [
    table(
      ["Code", ""],
      codes.map((code) => [`[${code}](#${code})`, rows[code][1]]),
    ),
    ...sections.flatMap(({ title, intro, codes: entries }) => [
      `## ${title}`,
      intro?.trim(),
      ...Object.entries(entries).flatMap(([code, entry]) => codeSection(code, entry)),
    ]),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function codeSection(code, entry) {
  const { says, lines = [] } = exampleOf(entry) ?? {};
  const block = lines.length > 0 && ["```yaml", ...lines, "```"].join("\n");
  return [`### ${code}`, entry.means.trim(), says, block, `**What to do.** ${entry.way_out.trim()}`];
}
