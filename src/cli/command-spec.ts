import type { CommandContext } from "../commands/session/context.js";
import type { Outcome } from "../model/plan/plan.js";
import type { OptionSpec } from "./option-table.js";

/** What a command gets from the command line: options by camel-case name, arguments by their names. */
export type ParsedOptions = Readonly<Record<string, unknown>>;

/** One command: everything that help, completions, documentation and the parser know of it. */
export interface CommandSpec {
  /** One word, or two where the first is one of {@link COMMAND_GROUPS}. */
  readonly name: string;
  /** In the notation of commander: `[plan-file]`. */
  readonly arguments?: readonly {
    readonly name: string;
    readonly description: string;
    readonly choices?: readonly string[];
    /** See {@link OptionSpec.offers}. */
    readonly offers?: OptionSpec["offers"];
  }[];
  readonly summary: string;
  /** Paragraphs below the summary. */
  readonly description: string;
  readonly examples: readonly { readonly command: string; readonly says: string }[];
  readonly options: readonly OptionSpec[];
  /** What stdout holds when the command fails in JSON: one document, or lines of events. */
  readonly failure: "document" | "events";
  load(): Promise<(context: CommandContext, options: ParsedOptions) => Promise<Outcome>>;
}

/** The first words of commands that have two, with what help says of them together. */
export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  "sign-in": "set up, check and try the sign-in to the data warehouse",
};

/** Types meet the untyped command line here: the tables above say what each option is. */
export const handler =
  <T>(run: (context: CommandContext, options: T) => Promise<Outcome>) =>
  (context: CommandContext, options: ParsedOptions): Promise<Outcome> =>
    run(context, options as T);
