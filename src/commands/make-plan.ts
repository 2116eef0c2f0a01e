import { apiDiagnostic } from "../api/api-diagnostic.js";
import { ApiError } from "../api/api-error.js";
import type { ReadClient } from "../api/operations.js";
import { locateDiagnostics } from "../config/config.js";
import { readLiveStateFor } from "../live/read-live-state-for.js";
import type { LiveState } from "../model/live-state.js";
import type { Plan } from "../model/plan.js";
import { createPlan } from "../plan/create-plan.js";
import type { PlanOptions } from "../plan/inputs.js";
import { loadBase } from "./base.js";
import { type CommandContext, wantsColor } from "./context.js";
import { Halt, halt } from "./halt.js";
import type { LoadedFile } from "./load-desired.js";
import { wholeNumber } from "./numbers.js";
import type { CommonOptions, FileOptions, PlanningOptions, ServiceOptions } from "./options.js";
import { showReading } from "./progress.js";

type Options = FileOptions & ServiceOptions & PlanningOptions & CommonOptions;

/** A plan with what it was made from, so that it can be made again. */
export interface MadePlan {
  readonly plan: Plan;
  readonly live: LiveState;
  readonly planOptions: PlanOptions;
}

/** Reads the live state and plans. With a read-only client, so that nothing here can write. */
export async function makePlan(
  context: CommandContext,
  options: Options,
  file: LoadedFile,
  client: ReadClient,
): Promise<MadePlan> {
  const planOptions = await planOptionsOf(context, options);
  const live = await readFor(context, options, file, client, planOptions);
  const plan = createPlan(file.desired, live, planOptions);
  const diagnostics = locateDiagnostics(file.config, [...file.diagnostics, ...plan.diagnostics]);
  return { plan: { ...plan, diagnostics }, live, planOptions };
}

async function planOptionsOf(context: CommandContext, options: Options): Promise<PlanOptions> {
  const accessReads = wholeNumber("--access-reads", options.accessReads, 0);
  const base = options.base === undefined ? undefined : await loadBase(context, options.base, options);
  return {
    orgformVersion: context.version,
    today: context.now().toISOString().slice(0, 10),
    allow: allowed(options.allow ?? []),
    ...(options.allowArchive === undefined ? {} : { allowArchive: options.allowArchive }),
    ...(options.only === undefined ? {} : { only: options.only }),
    ...(base === undefined ? {} : { base }),
    ...(accessReads === undefined ? {} : { accessReads }),
    ...(options.showUnchanged ? { showUnchanged: true } : {}),
  };
}

function allowed(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at > 0) return [text.slice(0, at), text.slice(at + 1)] as const;
      throw halt(
        "error",
        "usage",
        `--allow ${text} names no number`,
        "A refused plan shows the exact override, such as --allow delete.group=29.",
      );
    }),
  );
}

async function readFor(
  context: CommandContext,
  options: Options,
  { desired }: LoadedFile,
  client: ReadClient,
  planOptions: PlanOptions,
): Promise<LiveState> {
  const done = showReading(context, client, wantsColor(context, context.stderr, options.color));
  try {
    const read = await readLiveStateFor(desired, client, planOptions);
    if ("diagnostics" in read) throw new Halt(read.outcome, read.diagnostics);
    return read.live;
  } catch (error) {
    if (error instanceof ApiError)
      throw new Halt(context.kill.aborted ? "interrupted" : "error", [apiDiagnostic(error)]);
    throw error;
  } finally {
    done();
  }
}
