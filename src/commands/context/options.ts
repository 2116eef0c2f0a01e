import type { Region } from "../../api/service-address.js";
import type { FailOn } from "../../model/plan/fail-on.js";
import { usageError } from "./command-error.js";

/** Options that several commands share, as the command line gives them: texts are checked where they are used. */
export interface CommonOptions<Format extends string = string> {
  /** The file of the product; of a command that plans, that of the plan as JSON. */
  readonly out?: string;
  /** One of those that the option's table lists: the parser takes no other. */
  readonly format?: Format;
  /** `false` for --no-color. */
  readonly color?: boolean;
  /** Every line of long lists, which text and Markdown count. */
  readonly full?: boolean;
  readonly verbose?: boolean;
}

/** Options that name the file, and give the values of its variables. */
export interface FileOptions {
  readonly file?: readonly string[];
  /** `name=value`. */
  readonly var?: readonly string[];
  /** `outside`; for commands that plan also `guard=number`. */
  readonly allow?: readonly string[];
}

/** Options that name the service, and say how to speak to it. */
export interface ServiceOptions {
  readonly baseUrl?: string;
  /** Used if no file says it. */
  readonly region?: Region;
  readonly tokenFile?: string;
  /** `true` without a file. */
  readonly sandbox?: string | true;
  readonly faults?: string;
  /** A snapshot that is read instead of the service; commands that write refuse it. */
  readonly live?: string;
  readonly concurrency?: string;
  readonly timeout?: string;
}

/** Options of a command that reads the organization: which file, which service, and how the product is shown. */
export interface LiveOptions<Format extends string = string>
  extends FileOptions,
    ServiceOptions,
    CommonOptions<Format> {}

/** Options that narrow a plan, compare it and guard it. */
export interface PlanningOptions {
  readonly base?: string;
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
  readonly failOn?: readonly FailOn[];
  readonly accessReads?: string;
  /** A receipt, or a folder of receipts: what it approved for people who have joined since is expected. */
  readonly since?: string;
  /** Only these changes. */
  readonly joined?: boolean;
  /** Set by `undo`: its plan leads back to an earlier state, and not to what a file says. */
  readonly isUndo?: boolean;
}

/** Options of a command that plans. */
export interface PlanningCommandOptions<Format extends string = string>
  extends LiveOptions<Format>,
    PlanningOptions {}

/** Options of a command that answers a question about the organization by a plan. */
export interface QuestionOptions<Format extends string = string>
  extends LiveOptions<Format>,
    Pick<PlanningOptions, "base" | "only"> {
  /** Names of workspaces of the file; all of them unless given. */
  readonly workspace?: readonly string[];
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
  const isWhole = /^\d+$/.test(text);
  if (isWhole && number >= least && number <= most) return number;
  const what = isWhole ? "cannot be used" : "is not a whole number";
  const upTo = most === Number.MAX_SAFE_INTEGER ? "on" : `to ${most}`;
  throw usageError(`${option} ${text} ${what}`, `It takes a number from ${least} ${upTo}.`);
}
