import { writeOutput } from "../../commands/documents/write-output.js";
import type { CommandContext } from "../../commands/session/context.js";
import type { CommonOptions } from "../../commands/session/options.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { CommandSpec } from "../command-spec.js";
import { bashCompletion } from "./completion-bash.js";
import { fishCompletion } from "./completion-fish.js";
import { type CompletedCommand, completedCommands } from "./completion-model.js";
import { zshCompletion } from "./completion-zsh.js";

/** The shells that a completion script can be had for. */
export const SHELLS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `orgform completion`: belongs to the command line, not to the commands, because it is about all of them. */
export const completionOf =
  (commands: readonly CommandSpec[]) =>
  async (context: CommandContext, options: CommonOptions & { readonly shell: string }): Promise<Outcome> => {
    const script = SHELLS[options.shell]?.(completedCommands(commands)) ?? "";
    await writeOutput(context, options.output, script);
    return "ok";
  };
