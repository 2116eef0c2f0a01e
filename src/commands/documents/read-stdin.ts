import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { CommandContext } from "../context/context.js";

/** All that comes on stdin. */
export function readStdin({ stdin }: CommandContext): Promise<string> {
  return text(stdin);
}

/** The next line on stdin; empty when there is none. It is shown while it is typed, so it is not for secrets. */
export async function readLine({ stdin, stop }: CommandContext): Promise<string> {
  const lines = createInterface({ input: stdin, signal: stop });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
  }
}
