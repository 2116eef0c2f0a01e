import type { Region } from "../../api/service-address.js";
import type { FailOn } from "../../model/plan/fail-on.js";
import { usageError } from "./command-error.js";

/** Options that say how the product of a command is shown. */
export interface CommonOptions<Format extends string = string> {
  /** The file of the product; of a command that plans, that of the plan as JSON. */
  readonly out?: string;
  /** One of those that the option's table lists: the parser takes no other. */
  readonly format?: Format;
  /** The colors of the output; `false` for --no-color. */
  readonly color?: boolean;
  /** Every line of long lists, which text and Markdown count. */
  readonly full?: boolean;
  readonly verbose?: boolean;
}

/**
 * All options that several commands share, as the command line gives them; a command has those that its table lists.
 * Texts are checked where they are used.
 */
export interface SharedOptions<Format extends string = string> extends CommonOptions<Format> {
  readonly file?: readonly string[];
  /** Values of the file's variables: `name=value`. */
  readonly var?: readonly string[];
  /** The values of `--allow`: `outside`; for commands that plan also `guard=number`. */
  readonly allow?: readonly string[];
  /** The names of workspaces, patterns of them for a run, or their ids if no file names them; all by default. */
  readonly workspace?: readonly string[];

  readonly baseUrl?: string;
  /** Used if no file says it. */
  readonly region?: Region;
  readonly tokenFile?: string;
  /** The file of the sandbox; `true` without a file. */
  readonly sandbox?: string | true;
  readonly faults?: string;
  /** A snapshot that is read instead of the service; commands that write refuse it. */
  readonly live?: string;
  readonly concurrency?: string;
  readonly timeout?: string;

  readonly base?: string;
  readonly failOn?: readonly FailOn[];
  readonly accessReads?: string;
  /** The file of a run's receipt; `false` for --no-receipt; by default one of its own, next to the file. */
  readonly receipt?: string | false;
}

/** A whole number from an option's text, from `least` to `most`; `undefined` stays so. */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least = 1,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  const isComplete = /^\d+$/.test(text);
  if (isComplete && number >= least && number <= most) return number;
  const what = isComplete ? "cannot be used" : "is not a whole number";
  const upTo = most === Number.MAX_SAFE_INTEGER ? "on" : `to ${most}`;
  throw usageError(`${option} ${text} ${what}`, `It takes a number from ${least} ${upTo}.`);
}
