import { COMMANDS } from "../../cli/command-table.js";
import { TOPICS } from "../../cli/help/topics.js";
import { createProgram } from "../../cli/program.js";
import { table } from "./table.mjs";

const COLUMNS = 80;

/** Every command and topic with the text that `orgform help` prints on it, in the order of help. */
export function commandsPage(): string {
  const { topics: _, ...others } = TOPICS;
  const entries = [
    ...COMMANDS.map(({ name, summary }) => ({ name, summary, text: helpOn(name) })),
    ...Object.entries(others).map(([name, { summary, text }]) => ({
      name,
      summary,
      text: text({ commands: [], columns: COLUMNS }),
    })),
  ];
  return [
    table(
      ["Command or topic", "What it does"],
      entries.map(({ name, summary }) => [`[\`${name}\`](#${name.replaceAll(" ", "-")})`, summary]),
    ),
    ...entries.map(({ name, text }) => `## ${name}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\``),
  ].join("\n\n");
}

/** What `orgform COMMAND --help` prints. */
function helpOn(command: string): string {
  const argv = [...command.split(" "), "--help"];
  const printed: string[] = [];
  const output = {
    writeOut: (text: string) => void printed.push(text),
    writeErr: () => {},
    columns: COLUMNS,
  };
  const program = createProgram(COMMANDS, argv, { version: "", output, onInvoke: () => {} });
  try {
    program.parse(argv, { from: "user" });
  } catch {
    // The parser ends in this way once it has printed help.
  }
  return printed.join("");
}
