import type { Readable, Writable } from "node:stream";

/** A stream that draws on a terminal. */
export type TerminalOutput = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** The columns of a screen: a terminal that does not know its size says 0. */
export const knownColumns = ({ columns }: TerminalOutput, usual = 80): number => columns || usual;

/** A stream of typed text. */
export type TerminalInput = Readable & {
  readonly isTTY?: boolean;
  readonly setRawMode?: (raw: boolean) => unknown;
};

/** The pictures of a spinner. */
const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** The time between two drawings of a screen in milliseconds: the spinner's pace, independent of events. */
export const FRAME_MS = 100;

/** The spinner's picture at a moment. */
export const spinnerAt = (now: number): string => SPINNER[Math.floor(now / FRAME_MS) % SPINNER.length] ?? "";
