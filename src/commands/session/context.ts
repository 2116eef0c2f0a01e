import type { TerminalInput, TerminalOutput } from "../../tui/terminal.js";

/** Everything of the outside world that a command may touch; commands themselves know no `process`. */
export interface CommandContext {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  readonly now: () => Date;
  /** Aborted by the first interrupt: finish what is in flight, start nothing. */
  readonly stop: AbortSignal;
  /** Aborted by the second interrupt: give up. */
  readonly kill: AbortSignal;
}

/** Whether a person sits at both ends, so that questions can be asked and screens redrawn. */
export function isInteractive({ env, stdin, stdout }: CommandContext): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !env.CI;
}

/** Whether to use colour on a stream: terminals only, `NO_COLOR` and `--no-color` switch it off. */
export function wantsColor(
  context: CommandContext,
  screen: TerminalOutput,
  wanted: boolean | undefined,
): boolean {
  return wanted !== false && screen.isTTY === true && !context.env.NO_COLOR && context.env.TERM !== "dumb";
}

/** Columns to keep to; text that goes to no terminal is laid out for a wide one. */
export function widthOf(screen: TerminalOutput): number {
  return screen.columns ?? 100;
}
