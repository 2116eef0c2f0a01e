import { spawn } from "node:child_process";
import { displayWidth } from "../render/text/layout.js";
import type { TerminalOutput } from "./terminal.js";

const { stripVTControlCharacters } = process.getBuiltinModule("node:util");

/** Options of `less` unless LESS is set: quit if all fits, keep colours, leave the text on the screen. */
const LESS = "FRX";
const DEFAULT_PAGER = "less";
/** A shell's exit codes for a program that it cannot find or run. */
const NOT_FOUND: ReadonlySet<number | null> = new Set([126, 127]);

type Environment = Readonly<Record<string, string | undefined>>;

/** The pager that a person has asked for, as a line for the shell; `undefined` for none (PAGER empty, or `cat`). */
export function pagerOf({ ORGFORM_PAGER, PAGER }: Environment): string | undefined {
  const asked = (ORGFORM_PAGER ?? PAGER ?? DEFAULT_PAGER).trim();
  return asked === "" || asked === "cat" ? undefined : asked;
}

/** Returns true if a text takes more rows than the terminal has; one of unknown size has room for everything. */
export function exceedsScreen(text: string, { rows, columns }: TerminalOutput): boolean {
  if (rows === undefined || rows <= 0) return false;
  const width = columns || 80;
  const lines = stripVTControlCharacters(text).split("\n");
  let taken = 0;
  return lines.some((line) => {
    taken += Math.max(1, Math.ceil(displayWidth(line) / width));
    return taken > rows;
  });
}

/**
 * Shows a text in a pager on the process's own terminal, and resolves when the reader leaves it: with true if the pager
 * could be started, with false if the text still has to be printed. `onStart` gets a function that ends the pager.
 */
export async function showInPager(
  text: string,
  pager: string,
  env: Environment,
  onStart: (end: () => void) => void,
): Promise<boolean> {
  return await new Promise((resolve) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ["pipe", "inherit", "inherit"],
      env: { LESS, ...env },
    });
    onStart(() => child.kill());
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(!NOT_FOUND.has(code)));
    // The reader may leave before the end of the text.
    child.stdin.on("error", () => {});
    child.stdin.end(text);
  });
}
