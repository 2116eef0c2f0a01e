import writeFileAtomic from "write-file-atomic";
import type { CommandContext } from "./context.js";
import { halt } from "./halt.js";

/** Prints a command's product, or writes it where `-o` says. */
export async function emit(context: CommandContext, output: string | undefined, text: string): Promise<void> {
  if (output !== undefined && output !== "-") return await writeOut(output, text);
  await new Promise<void>((resolve) => {
    context.stdout.write(text, () => resolve());
  });
}

/** Writes a file whole or not at all, readable by its owner only. */
export function writeOut(path: string, text: string): Promise<void> {
  return write(path, text, { mode: 0o600 });
}

/** Writes a file that exists whole or not at all; who may read it stays as it is. */
export function rewrite(path: string, text: string): Promise<void> {
  return write(path, text, {});
}

async function write(path: string, text: string, options: { readonly mode?: number }): Promise<void> {
  try {
    await writeFileAtomic(path, text, options);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw halt(
      "error",
      "output",
      `${path} cannot be written (${code})`,
      "Check the folder, its permissions and the space on the disk.",
    );
  }
}
