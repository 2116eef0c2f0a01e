import type { ReadClient } from "../../api/operations.js";
import type { LiveRead } from "../../live/read-live-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { count } from "../../util/count.js";
import { CommandError } from "../context/command-error.js";
import { type CommandContext, canRedraw } from "../context/context.js";

const CLEAR_LINE = "\r\u001b[2K";
const EVERY_MS = 120;

/** Shows progress while `read` reads the live state; a failure ends the command. */
export async function readShowingProgress(
  context: CommandContext,
  client: ReadClient,
  read: () => Promise<LiveRead>,
): Promise<LiveState> {
  const done = showReading(context, client);
  try {
    const result = await read();
    if ("diagnostics" in result) throw new CommandError(result.outcome, result.diagnostics);
    return result.live;
  } finally {
    done();
  }
}

/** Shows on a terminal how many requests were sent so far, until the result is called. */
function showReading(context: CommandContext, client: ReadClient): () => void {
  if (!canRedraw(context, context.stderr)) return () => {};
  const { stderr } = context;
  const timer = setInterval(() => {
    stderr.write(`${CLEAR_LINE}Reading the live organization… ${count(client.requestCount(), "request")}`);
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    stderr.write(CLEAR_LINE);
  };
}
