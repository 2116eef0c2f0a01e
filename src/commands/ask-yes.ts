import { createInterface } from "node:readline/promises";
import type { CommandContext } from "./context.js";

/** Asks the person at the terminal; only `yes` is a yes, and the end of input is a no. */
export async function askYes({ stdin, stdout, stop }: CommandContext, question: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stdout });
  const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    const answer = terminal
      .question(`${question} Only "yes" is accepted: `, { signal: stop })
      .catch(() => "");
    return (await Promise.race([answer, ended])).trim() === "yes";
  } finally {
    terminal.close();
  }
}
