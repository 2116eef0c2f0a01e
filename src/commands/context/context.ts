import type { AsOf } from "../../model/state/snapshot.js";
import { knownColumns, type TerminalInput, type TerminalOutput } from "../../tui/terminal.js";

/** The parts of the outside world that a command may use; commands themselves know no `process`. */
export interface CommandContext {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  readonly now: () => Date;
  /** The function that replaces the network to the service, if present. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The known paths that the run reads and writes: no output overwrites an input. */
  readonly files: { readonly read: Set<string>; readonly written: Set<string> };
  /** The warnings of the service that were shown, in its words. */
  readonly said: Set<string>;
  /** The sandbox that stood for the service, if any, in words. */
  readonly sandboxes: Set<string>;
  /** The addresses that the run has written in the service. */
  readonly sent: Set<string>;
  /** Does what Ctrl-C does, for a screen on which it is a key. */
  readonly interrupt: () => void;
  /** Lets a command announce interrupts itself, until the result is called. */
  readonly divertInterrupt: (handler: InterruptHandler) => () => void;
  /** The signal of the first interrupt: finish what is in flight, start nothing. */
  readonly stop: AbortSignal;
  /** The signal of the second interrupt: give up. */
  readonly kill: AbortSignal;
}

/** The sandbox that stood for the service, within a sentence: `the sandbox org.json`. */
export const sandboxOf = ({ sandboxes }: CommandContext): string | undefined => [...sandboxes][0];

/** Returns true if a run reads a sandbox, directly or through a snapshot. */
export const isOfSandbox = (context: CommandContext, asOf: AsOf | undefined): boolean =>
  sandboxOf(context) !== undefined || asOf?.sandbox === true;

/** Replaces the message on stderr when the user interrupts. */
export type InterruptHandler = () => void;

/**
 * The meaning of a switch that a person sets in words: on, off, or on with a file, which has a slash or ends
 * in `.json` so that no word is taken for one. `undefined` if the text is none of these.
 */
export function switchOf(text: string): boolean | string | undefined {
  if (text === "1" || text === "true") return true;
  if (text === "" || text === "0" || text === "false") return false;
  return /[/\\]|\.json$/.test(text) ? text : undefined;
}

/** Returns true if a variable that other programs set as well, such as CI, says anything but no. */
export const isSwitchedOn = (text = ""): boolean => switchOf(text) !== false;

/** Returns true if a person sits at both ends, so that orgform can ask questions. */
export function isInteractive(context: CommandContext): boolean {
  const { env, stdout } = context;
  // Standard input last: looking at it opens it.
  return stdout.isTTY === true && !isSwitchedOn(env.CI) && context.stdin.isTTY === true;
}

/**
 * Returns true if the stream is a terminal with a cursor, on which lines can be redrawn. One of unknown height, as
 * containers start with, would be cleared with all that it showed before.
 */
export function canRedraw({ env }: CommandContext, screen: TerminalOutput): boolean {
  return screen.isTTY === true && Boolean(screen.rows) && env.TERM !== "dumb" && !isSwitchedOn(env.CI);
}

/**
 * Returns true if text on a stream has colour. `--no-color` and NO_COLOR switch it off, the latter with any text
 * (no-color.org); FORCE_COLOR and CLICOLOR_FORCE switch it on where the stream is not a terminal, such as the log of a
 * pipeline.
 */
function wantsColor({ env }: CommandContext, screen: TerminalOutput, option: boolean | undefined): boolean {
  if (option === false || env.NO_COLOR) return false;
  if (isSwitchedOn(env.FORCE_COLOR) || isSwitchedOn(env.CLICOLOR_FORCE)) return true;
  return screen.isTTY === true && env.TERM !== "dumb" && !env.FORCE_COLOR;
}

/** The style of text on a stream: with colour or without, and within how many columns. */
export interface OutputStyle {
  readonly color: boolean;
  readonly width: number;
  /** True if a person reads it, and no pipeline: each line may be broken. */
  readonly isTerminal: boolean;
  /** True if long lists are shown completely. */
  readonly full?: boolean;
  /** The last lines of a text that goes into a file. */
  readonly closing?: readonly string[];
}

/**
 * The style of text on stdout or stderr. Text for no terminal, or for one of 0 columns as containers start with, is
 * laid out for a wide one.
 */
export function outputStyleOf(
  context: CommandContext,
  screen: TerminalOutput,
  color: boolean | undefined,
): OutputStyle {
  return {
    color: wantsColor(context, screen, color),
    width: knownColumns(screen, 100),
    isTerminal: screen.isTTY === true,
  };
}
