import type { ReadClient } from "../../api/operations.js";
import type { LiveRead } from "../../live/read-live-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { CommandError } from "./command-error.js";
import { type CommandContext, wantsColor } from "./context.js";
import type { CommonOptions } from "./options.js";

const CLEAR_LINE = "\r\u001b[2K";
const EVERY_MS = 120;

/** The live state that `read` gives, its progress shown meanwhile; one that cannot be had ends the command. */
export async function readShowingProgress(
  context: CommandContext,
  options: CommonOptions,
  client: ReadClient,
  read: () => Promise<LiveRead>,
): Promise<LiveState> {
  const done = showReading(context, options, client);
  try {
    const result = await read();
    if ("diagnostics" in result) throw new CommandError(result.outcome, result.diagnostics);
    return result.live;
  } finally {
    done();
  }
}

/** Shows on a terminal's stderr how many requests reading took so far; elsewhere nothing. The result ends it. */
function showReading(context: CommandContext, { color }: CommonOptions, client: ReadClient): () => void {
  if (context.env.CI || !wantsColor(context, context.stderr, color)) return () => {};
  const { stderr } = context;
  const timer = setInterval(() => {
    stderr.write(`${CLEAR_LINE}Reading the live organization… ${client.requestCount()} requests`);
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    stderr.write(CLEAR_LINE);
  };
}
