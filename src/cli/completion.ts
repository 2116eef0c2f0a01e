import type { CommandContext } from "../commands/context.js";
import { emit } from "../commands/emit.js";
import type { CommonOptions } from "../commands/options.js";
import type { Outcome } from "../model/plan.js";
import { COMMANDS } from "./command-table.js";
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

/** `orgform completion`: stands here and not among the commands because it is about all of them. */
export async function completion(
  context: CommandContext,
  options: CommonOptions & { readonly shell: string },
): Promise<Outcome> {
  const script = SHELLS[options.shell]?.(completedCommands(COMMANDS)) ?? "";
  await emit(context, options.output, script);
  return "ok";
}
