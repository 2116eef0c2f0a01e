import type { Readable, Writable } from "node:stream";

/** Everything of the outside world that a command may touch; commands themselves know no `process`. */
export interface CommandContext {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly now: () => Date;
  /** Aborted by the first interrupt: finish what is in flight, start nothing. */
  readonly stop: AbortSignal;
  /** Aborted by the second interrupt: give up. */
  readonly kill: AbortSignal;
  /** Loads the screen that an apply is shown on, for terminals. */
  readonly importScreen: () => Promise<typeof import("../tui/apply-screen.js")>;
}

/** A stream that may be a terminal. */
export type Screen = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** Whether a person sits at both ends, so that questions can be asked and screens redrawn. */
export function isInteractive({ env, stdin, stdout }: CommandContext): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !env.CI;
}

/** Whether to use colour on a stream: terminals only, `NO_COLOR` and `--no-color` switch it off. */
export function wantsColor(context: CommandContext, screen: Screen, wanted: boolean | undefined): boolean {
  return wanted !== false && screen.isTTY === true && !context.env.NO_COLOR && context.env.TERM !== "dumb";
}

/** Columns to keep to; text that goes to no terminal is laid out for a wide one. */
export function widthOf(screen: Screen): number {
  return screen.columns ?? 100;
}
