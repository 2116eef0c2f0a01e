import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { createProgram } from "../../src/cli/program.js";
import { parseConfig } from "../../src/config/config.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGES = globSync(
  ["*.md", ".github/*.md", "docs/**/*.md", "src/*.md", "test/bench/*.md", "examples/**/*.md"],
  {
    cwd: ROOT,
    ignore: ["**/node_modules/**"],
  },
);
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

describe.each(PAGES)("%s", (page) => {
  const text = read(page);

  it("links to what is there", () => {
    const links = [...withoutCode(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(
      ([, to]) => to ?? "",
    );
    const broken = links.filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it("shows files that are valid", () => {
    for (const [, block = ""] of text.matchAll(/^```yaml.*\n([\s\S]*?)^```$/gm)) {
      if (!block.includes("version: 1\n") || page === "docs/troubleshooting.md") continue;
      const { diagnostics } = parseConfig([{ filename: page, text: block }], { variables: {} });
      // A list of people is beside the file only where the page is played.
      const errors = diagnostics.filter(
        ({ severity, code }) => severity === "error" && code !== "file-not-found",
      );
      expect(errors).toEqual([]);
    }
  });

  it("shows commands that exist, with options that they have", () => {
    for (const command of commandsIn(text)) expect(mistakeIn(command), command).toBeUndefined();
  });
});

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
}

function anchorsOf(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/**
 * Lines of code blocks, and code in prose, that start with the program's name: up to a comment, a pipe, an ellipsis or the
 * blanks before what an example of help is for.
 */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```[\s\S]*?^```$|(?:^ {4}.*\n)+/gm)].map(([block]) => block).join("\n");
  const lines = [
    ...blocks.matchAll(/^\s*(?:\$ |- run: )?(orgform [a-z][^\n]*)$/gm),
    ...text.matchAll(/`(orgform [a-z-]+[^`\n]*)`/g),
  ];
  const commands = lines.map(([, line = ""]) => line.replace(/\s+#.*| {3}.*| [|<>&].*|…|\\$/g, "").trim());
  // A synopsis, with its optional parts in brackets, is no command line.
  return commands.filter((command) => !command.includes(" ["));
}

/** What the parser says against a command line; placeholders in capitals stand for what they say. */
function mistakeIn(line: string): string | undefined {
  const words = [...line.matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) => word.replace(/^['"]|['"]$/g, ""));
  let mistake: string | undefined;
  const output = {
    writeOut: () => {},
    writeErr: (said: string) => {
      mistake ??= said;
    },
    columns: 100,
  };
  try {
    createProgram(COMMANDS, words, { version: "0", output, onInvoke: () => {} }).parse(words.slice(1), {
      from: "user",
    });
  } catch (error) {
    // Help is printed by leaving, and a command that is named without its arguments is a name.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (
      code === "commander.helpDisplayed" ||
      code === "commander.help" ||
      code === "commander.missingArgument"
    )
      return;
    return mistake ?? String(error);
  }
  return undefined;
}
