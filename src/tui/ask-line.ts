import { createInterface } from "node:readline";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TerminalInput, TerminalOutput } from "./terminal.js";

/** The terminal to ask on. */
export interface Terminal {
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  /** Ends the question without an answer. */
  readonly signal?: AbortSignal;
}

/**
 * The typed text, without surrounding blanks; absent after Ctrl-C, when `interrupted` is set, and at the end
 * of input.
 */
export interface TypedLine {
  readonly line?: string;
  readonly interrupted: boolean;
}

/**
 * Asks for one line. What was typed before the question stood there is thrown away, as password prompts do: it answers
 * something else. Pipes keep all of it.
 */
export async function askLine({ stdin, stdout, signal }: Terminal, question: string): Promise<TypedLine> {
  await discardTypedAhead(stdin);
  const lines = createInterface({
    input: stdin,
    output: stdout,
    historySize: 0,
    terminal: stdin.isTTY === true,
    ...(signal === undefined ? {} : { signal }),
  });
  let interrupted = false;
  lines.on("SIGINT", () => {
    interrupted = true;
    lines.close();
  });
  try {
    lines.setPrompt(question);
    lines.prompt();
    for await (const line of lines) return { line: line.trim(), interrupted };
    stdout.write("\n");
    return { interrupted };
  } finally {
    lines.close();
  }
}

/** Reads what a terminal holds. Without raw mode it would keep a line that is not ended yet. */
async function discardTypedAhead(stdin: TerminalInput): Promise<void> {
  if (stdin.isTTY !== true) return;
  stdin.setRawMode?.(true);
  const discard = (): void => {};
  stdin.on("data", discard);
  // One turn of the loop reads it, and the next one is over when it has been handed out.
  await nextTurn();
  await nextTurn();
  stdin.off("data", discard);
  stdin.pause();
}
