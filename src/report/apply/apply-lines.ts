import { KINDS } from "../../kinds/registry.js";
import { workspaceOf } from "../../model/address.js";
import type { ApplyEvent, StepRef } from "../../model/plan/event.js";
import type { Step } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { addressText } from "../words/labels.js";
import { palette } from "../words/palette.js";
import { ACTION_VERBS, eventText, isStepEnd } from "./event-text.js";

/** A run with more writes than this shows one line for those of a workspace that are alike. */
const MOST_LINES = 100;

/** Returns the lines that a terminal shows for an event of a run; lines that were returned do not change any more. */
type ApplyLines = (event: ApplyEvent) => readonly string[];

/** The most lines for workspaces, kinds and actions; beyond it, those of one kind and action are one. */
const MOST_BATCHES = 24;

/**
 * The lines of a run, from its writes and events. In a long run, successful writes have one line for each
 * workspace, kind and action, or for each kind and action of many workspaces, shown when the last of them has
 * ended; all others immediately have a line of their own.
 */
export function applyLines(
  steps: readonly Step[],
  { color, full = false }: { readonly color: boolean; readonly full?: boolean },
): ApplyLines {
  const each: ApplyLines = (event) => (isEnd(event) ? [eventText(event, { color })] : []);
  if (full || steps.length <= MOST_LINES) return each;
  const paint = palette(color);
  const ofWorkspace = ({ address, kind, action }: StepRef): string =>
    JSON.stringify([workspaceOf(address), kind, action]);
  const ofAll = ({ kind, action }: StepRef): string => JSON.stringify([kind, action]);
  const batchOf = new Set(steps.map(ofWorkspace)).size > MOST_BATCHES ? ofAll : ofWorkspace;
  const batches = new Map<string, Batch>();
  for (const [key, own] of groupBy(steps, batchOf)) {
    const workspaces = new Set(own.map(({ address }) => workspaceOf(address)));
    batches.set(key, { left: own.length, done: 0, workspaces });
  }
  return (event) => {
    const batch = isStepEnd(event) ? batches.get(batchOf(event)) : undefined;
    if (!isStepEnd(event) || batch === undefined) return each(event);
    batch.left -= 1;
    const isPlain = event.type === "apply_complete" && !event.adopted && !event.already;
    if (isPlain) batch.done += 1;
    const own = isPlain || event.type === "apply_skipped" ? [] : each(event);
    if (batch.left > 0 || batch.done === 0) return own;
    const { noun } = ACTION_VERBS[event.action];
    const what = count(batch.done, ...KINDS[event.kind].noun);
    const [first = "", ...others] = batch.workspaces;
    const where = others.length === 0 ? addressText(first) : count(batch.workspaces.size, "workspace");
    return [...own, `${paint.strong(`${where}:`)} ${noun} of ${what} complete`];
  };
}

/** Writes that are shown as one line: how many are still to come, and how many went as planned. */
interface Batch {
  left: number;
  done: number;
  readonly workspaces: ReadonlySet<string>;
}

/** Returns true if an event says how a write ended; the report counts those that were not started. */
function isEnd(event: ApplyEvent): boolean {
  if (event.type === "apply_errored") return event.outcome !== "not_started";
  return isStepEnd(event) || (event.type === "diagnostic" && event.diagnostic.code !== "service-warning");
}
