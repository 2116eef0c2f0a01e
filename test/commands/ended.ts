import { CommandError } from "../../src/commands/context/command-error.js";

/** How a command ended that ended without its product; fails when it had one. */
export async function ended(run: Promise<unknown>): Promise<CommandError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error("the command had a product");
}
