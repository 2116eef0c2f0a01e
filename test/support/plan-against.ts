import { createClient } from "../../src/api/client.js";
import type { Client } from "../../src/api/operations.js";
import { runPlan } from "../../src/apply/apply-plan.js";
import { readLiveState } from "../../src/live/read-live-state.js";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import type { Plan } from "../../src/model/plan/plan.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";
import type { LiveState } from "../../src/model/state/live-state.js";
import type { BaseFacts, Facts, PlanOptions } from "../../src/plan/input/inputs.js";
import { createPlanner } from "../../src/plan/planner.js";
import {
  createSandbox,
  type Sandbox,
  type SandboxInProcess,
  type SandboxSeed,
} from "../../src/sandbox/start-sandbox.js";
import { desiredState, writtenOf } from "./parse.js";

type Planner = ReturnType<typeof createPlanner>;

/** A client of a sandbox: over HTTP where the sandbox listens. */
export function clientOf({ url, token, fetch }: Address): Client {
  return createClient({ baseUrl: url, token, ...(fetch && { fetch }) });
}

type Address = Pick<Sandbox, "url" | "token"> & Partial<Pick<SandboxInProcess, "fetch">>;

/** The options of a plan and the facts of its files, as a test says them; a base may be what its file says alone. */
export interface TestOptions extends Partial<PlanOptions>, Omit<Facts, "desired" | "options" | "base"> {
  readonly base?: DesiredState | BaseFacts | undefined;
}

/** The facts of a plan. */
export function factsOf(desired: DesiredState, options: TestOptions = {}): Facts {
  const { base: told, history, dataModel, file, elsewhere: _, ...asked } = options;
  const base = told && withWritten("desired" in told ? told : { desired: told });
  const written = base?.written && writtenOf(desired);
  return {
    desired,
    options: { orgformVersion: "test", ...asked },
    base,
    history,
    dataModel,
    ...(file && { file }),
    ...(written && { file: { locate: () => undefined, diagnostics: [], ...file, written } }),
  };
}

const withWritten = (base: BaseFacts): BaseFacts => ({ written: writtenOf(base.desired), ...base });

/** Reads a sandbox and plans, as the command does. */
export async function planAgainst(
  client: Client,
  desired: DesiredState,
  options: TestOptions = {},
): Promise<Plan> {
  const planner = createPlanner(factsOf(desired, options));
  return planner.plan(await readFor(planner, client)).plan;
}

/** Reads what a planner needs. */
export async function readFor({ reads }: Planner, client: Client): Promise<LiveState> {
  const read = await readLiveState(client, reads);
  if (!("live" in read)) throw new Error(JSON.stringify(read.diagnostics));
  return read.live;
}

/** Plans a file, without its head, against a new organization. */
export const planIn = (seed: SandboxSeed, file: string, options: TestOptions = {}): Promise<Plan> =>
  planAgainst(clientOf(createSandbox({ seed })), desiredState(file), options);

/** Carries a plan out, as if everything that a guard refuses had been allowed, and returns everything that was said. */
export async function applyAgainst(
  client: Client,
  plan: Plan,
  options: { readonly concurrency?: number; readonly stop?: AbortSignal } = {},
): Promise<readonly ApplyEvent[]> {
  const events: ApplyEvent[] = [];
  await runPlan({ ...plan, outcome: "ok" }, client, (event) => events.push(event) > 0, options);
  return events;
}
