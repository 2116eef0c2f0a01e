import type { CommandContext } from "../../commands/context/context.js";
import type { CommonOptions } from "../../commands/context/options.js";
import { writeOutput } from "../../commands/documents/write-output.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { CommandSpec } from "../options/command-spec.js";
import { bashCompletion } from "./completion-bash.js";
import { fishCompletion } from "./completion-fish.js";
import { type CompletedCommand, completedCommands } from "./completion-model.js";
import { zshCompletion } from "./completion-zsh.js";

export const SHELLS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `orgform completion`: prints a script; it is part of the command line because it is about all commands. */
export const completionOf =
  (commands: readonly CommandSpec[]) =>
  async (context: CommandContext, options: CommonOptions & { readonly shell: string }): Promise<Outcome> => {
    const script = SHELLS[options.shell]?.(completedCommands(commands)) ?? "";
    await writeOutput(context, options.out, script);
    return "ok";
  };
