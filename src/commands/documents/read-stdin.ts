import { text } from "node:stream/consumers";
import type { CommandContext } from "../context/context.js";

/** All that comes on stdin. */
export function readStdin({ stdin }: CommandContext): Promise<string> {
  return text(stdin);
}
