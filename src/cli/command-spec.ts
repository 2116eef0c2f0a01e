import type { CommandContext } from "../commands/session/context.js";
import type { Outcome } from "../model/plan/plan.js";
import type { OptionSpec } from "./option-table.js";

/** The options and arguments of a command line by their names in camel case. */
export type ParsedOptions = Readonly<Record<string, unknown>>;

/** Everything that help, completions, documentation and the parser know of one command. */
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
  /** Set where stdout holds lines of events when the command fails in JSON; elsewhere it holds one document. */
  readonly failure?: "events";
  load(): Promise<(context: CommandContext, options: ParsedOptions) => Promise<Outcome>>;
}

/** The first words of commands that have two, with what help says of them together. */
export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  "sign-in": "set up, check and try the sign-in to the data warehouse",
};

/** Gives a command its types: the tables of options say what the untyped command line holds. */
export const handler =
  <T>(run: (context: CommandContext, options: T) => Promise<Outcome>) =>
  (context: CommandContext, options: ParsedOptions): Promise<Outcome> =>
    run(context, options as T);
