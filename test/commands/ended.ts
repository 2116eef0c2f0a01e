import { Halt } from "../../src/commands/halt.js";

/** How a command ended that ended without its product; fails when it had one. */
export async function ended(run: Promise<unknown>): Promise<Halt> {
  try {
    await run;
  } catch (error) {
    if (error instanceof Halt) return error;
    throw error;
  }
  throw new Error("the command had a product");
}
