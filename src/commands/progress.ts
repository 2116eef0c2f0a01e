import type { ReadClient } from "../api/operations.js";
import type { CommandContext } from "./context.js";

const CLEAR_LINE = "\r\u001b[2K";
const EVERY_MS = 120;

/** Shows on a terminal's stderr how many requests reading took so far; elsewhere nothing. The result ends it. */
export function showReading({ stderr, env }: CommandContext, client: ReadClient, color: boolean): () => void {
  if (stderr.isTTY !== true || env.CI || !color) return () => {};
  const timer = setInterval(() => {
    stderr.write(`${CLEAR_LINE}Reading the live organization… ${client.requestCount()} requests`);
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    stderr.write(CLEAR_LINE);
  };
}
