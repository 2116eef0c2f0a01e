import type { ReadClient } from "../../api/operations.js";
import { askFor, quote, quoteAll } from "../../config/text/wording.js";
import { everythingNeeded } from "../../live/everything-needed.js";
import { type ReadOptions, readLiveState } from "../../live/read-live-state.js";

import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { AsOf } from "../../model/state/snapshot.js";
import type { SeenWorkspace } from "../../plan/input/inputs.js";
import type { SelectedWorkspaces } from "../../plan/input/run-scope.js";
import { count } from "../../util/english.js";
import { CommandError } from "../context/command-error.js";
import { type CommandContext, canRedraw } from "../context/context.js";

const CLEAR_LINE = "\r\u001b[2K";
const EVERY_MS = 120;

/** Reads a part of the live organization and shows the progress; a failure ends the command. */
export async function readLive(
  context: CommandContext,
  client: ReadClient,
  options: ReadOptions,
): Promise<LiveState> {
  const done = showReading(context, client);
  try {
    const result = await readLiveState(client, { ...options, signal: context.stop });
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

/**
 * Reads all there is of the workspaces that are selected: rosters, groups, attributes and every value. Things of one name
 * are told apart by their ids, but for those that are named.
 */
export async function readEverything(
  context: CommandContext,
  client: ReadClient,
  what: Pick<ReadOptions, "organizationId" | "selection"> & Partial<ReadOptions>,
): Promise<LiveState> {
  const isNamed = () => false;
  const withRoster = () => true;
  return await readLive(context, client, { isNamed, withRoster, needs: everythingNeeded, ...what });
}

/**
 * Selects the workspaces of these names or ids, all of them where none are given, of those that a snapshot shows; an
 * unknown name is a problem.
 */
export const workspacesNamed =
  (asked: readonly string[] | undefined, { scope }: Partial<AsOf> = {}) =>
  (seen: readonly SeenWorkspace[]): SelectedWorkspaces => {
    const visible = scope === undefined ? seen : seen.filter(({ name }) => scope.includes(name));
    if (asked === undefined) return { managed: visible, problems: [] };
    const has = ({ name, id }: SeenWorkspace, text: string) => name === text || id === text;
    const unknown = asked.filter((text) => !visible.some((workspace) => has(workspace, text)));
    return {
      managed: visible.filter((workspace) => asked.some((text) => has(workspace, text))),
      problems: unknown.map(
        (name): Diagnostic =>
          finding(
            "workspace-not-visible",
            `The token sees no workspace ${quote(name)}`,
            `${askFor(
              name,
              visible.map((w) => w.name),
            )}There are ${quoteAll(visible.map((w) => w.name)) || "none"}. \`orgform whoami\` shows what the token reaches.`,
          ),
      ),
    };
  };
