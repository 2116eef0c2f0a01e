import { createClient } from "../../src/api/client.js";
import type { Client } from "../../src/api/operations.js";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import type { Plan } from "../../src/model/plan/plan.js";
import type { Fault, LogEntry, SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { instantClock } from "../api/instant-clock.js";
import { applyAgainst, planAgainst } from "../support/plan-against.js";
import { resolveIndependently } from "../support/worlds/plain-world.js";
import { IS_LONG } from "./form.js";
import type { Scenario } from "./scenarios.js";

/** What strikes, and when. */
export interface Faulty {
  /** From the first read on. */
  readonly always?: readonly Fault[];
  /** From the first write on. */
  readonly whileApplying?: readonly Fault[];
  /** Runs with faults before the clean one; 1 unless given. */
  readonly runs?: number;
  readonly concurrency?: number;
  /** Instead of a run in this process. */
  readonly run?: (sandbox: Sandbox) => Promise<void>;
  /** Told of the n-th effect on the service, counted from 1, before its answer goes out. */
  readonly onEffect?: (n: number) => void;
}

/** The end of a run that met nothing: what every other one is compared with. */
export interface Clean {
  readonly end: string;
  readonly access: Access;
  /** Deletions that the service saw, `METHOD path` each. */
  readonly deletes: ReadonlySet<string>;
  /** Addresses that the plan deletes. */
  readonly planned: ReadonlySet<string>;
  /** Requests of a plan, and writes of an apply. */
  readonly reads: number;
  readonly writes: number;
  readonly digest: string;
  /** Whether there is an order of writes in which nobody ever has neither the old nor the new value. */
  readonly isSafe: boolean;
}

type Access = ReadonlyMap<string, readonly string[]>;

/** A client that waits in no time. */
export function clientIn(sandbox: Pick<Sandbox, "url" | "token">, timeoutMs = 10_000): Client {
  return createClient({
    baseUrl: sandbox.url,
    token: sandbox.token,
    clock: instantClock(),
    timeoutMs,
  });
}

/** Runs a scenario without any fault. */
export async function runWithoutFaults(scenario: Scenario): Promise<Clean> {
  const sandbox = await startSandbox({ seed: scenario.seed });
  try {
    const client = clientIn(sandbox);
    const plan = await planAgainst(client, scenario.desired, scenario.options);
    const reads = sandbox.log().length;
    await applyAgainst(client, plan);
    return {
      end: withoutIds(sandbox.state()),
      access: accessOf(sandbox.state()),
      deletes: new Set(effectsIn(sandbox.log()).filter((request) => request.startsWith("DELETE"))),
      planned: deletionsOf(plan),
      reads,
      writes: effectsIn(sandbox.log()).length,
      digest: plan.plan_digest,
      isSafe: plan.exposure.verdict === "none",
    };
  } finally {
    await sandbox.close();
  }
}

/** What the faults did to whom. */
export interface Damage {
  /** Sentences, each of them a broken promise. */
  readonly broken: readonly string[];
  /** How often faults struck. */
  readonly struck: number;
  readonly outcomes: readonly string[];
  /** Later plans that found no safe order where the first one had: a guard refuses those, here they are let pass. */
  readonly unsafe: number;
}

/** Short only where some answer never comes: an answer of a busy machine must not look like one that never comes. */
function patienceWith({ always = [], whileApplying = [] }: Faulty): number {
  const isHung = [...always, ...whileApplying].some(({ kind }) => [kind].flat().includes("timeout"));
  if (!isHung) return 10_000;
  return IS_LONG ? 100 : 500;
}

/**
 * Runs a scenario with faults, then once more without, and looks for broken promises: at each effect on the service
 * nobody is exposed; nothing is there twice; nothing is deleted that a run without faults does not delete; the report agrees with
 * the service's log; and after the clean run the world is exact and nothing is left to do.
 */
export async function runWithFaults(scenario: Scenario, faulty: Faulty, clean: Clean): Promise<Damage> {
  const broken: string[] = [];
  const outcomes: string[] = [];
  let start: Access | undefined;
  let effects = 0;
  let unsafe = 0;
  let { isSafe } = clean;
  const sandbox = await startSandbox({
    seed: scenario.seed,
    onEffect: (_, state) => {
      effects += 1;
      faulty.onEffect?.(effects);
      const now = state();
      broken.push(...exposuresIn(accessOf(now), start ?? new Map(), clean.access, isSafe), ...twicesIn(now));
    },
  });
  start = accessOf(sandbox.state());
  const heed = (plan: Plan): void => {
    if (plan.exposure.verdict === "none" || !isSafe) return;
    isSafe = false;
    unsafe += 1;
  };
  let struck = 0;
  try {
    await faulty.run?.(sandbox);
    for (let run = 1; run <= (faulty.run ? 0 : (faulty.runs ?? 1)); run += 1) {
      sandbox.addFaults(...(faulty.always ?? []));
      const client = clientIn(sandbox, patienceWith(faulty));
      const plan = await planOrFail(client, scenario);
      if (plan === undefined) outcomes.push("no plan");
      else {
        heed(plan);
        broken.push(...unaskedIn(deletionsOf(plan), clean.planned, "planned"));
        sandbox.addFaults(...(faulty.whileApplying ?? []));
        const before = sandbox.log().length;
        const { concurrency = 10 } = faulty;
        const events = await applyAgainst(client, plan, { concurrency });
        sandbox.clearFaults();
        broken.push(...disagreements(plan, events, sandbox.log().slice(before)));
        outcomes.push(outcomeIn(events));
      }
      sandbox.clearFaults();
    }
    const client = clientIn(sandbox);
    const plan = await planOrFail(client, scenario);
    if (plan === undefined)
      return { broken: [...broken, "nothing can be planned"], struck, outcomes, unsafe };
    heed(plan);
    const outcome = outcomeIn(await applyAgainst(client, plan));
    if (outcome !== "ok") broken.push(`the clean run ended ${outcome}`);
    const third = await planAgainst(client, scenario.desired, scenario.options);
    for (const { address, change } of third.resource_changes)
      broken.push(`the third plan would ${change.actions[0]} ${address}`);
    if (withoutIds(sandbox.state()) !== clean.end)
      broken.push(`the world is not exact: ${withoutIds(sandbox.state())}\n  not: ${clean.end}`);
    const deletes = effectsIn(sandbox.log()).filter((request) => request.startsWith("DELETE"));
    broken.push(...unaskedIn(new Set(deletes), clean.deletes, "sent"));
    struck = sandbox.log().filter(({ fault }) => fault !== null).length;
  } finally {
    await sandbox.close();
  }
  return { broken, struck, outcomes, unsafe };
}

async function planOrFail(client: Client, scenario: Scenario): Promise<Plan | undefined> {
  try {
    return await planAgainst(client, scenario.desired, scenario.options);
  } catch (error) {
    // An answer that cannot be relied on ends the run before it has a plan: see `planAgainst`.
    if (error instanceof Error && error.message.startsWith("[{")) return undefined;
    throw error;
  }
}

const deletionsOf = (plan: Plan): ReadonlySet<string> =>
  new Set(
    plan.resource_changes
      .filter(({ change }) => change.actions[0] === "delete")
      .map(({ address }) => address),
  );

function outcomeIn(events: readonly ApplyEvent[]): string {
  const last = events.at(-1);
  return last?.type === "apply_summary" ? last.outcome : "without a summary";
}

function unaskedIn(found: ReadonlySet<string>, asked: ReadonlySet<string>, how: string): string[] {
  return [...found]
    .filter((name) => !asked.has(name))
    .map((name) => `a deletion that nobody asked for was ${how}: ${name}`);
}

/** Effects as the service saw them: one a request, however often it was repeated. */
function effectsIn(log: readonly Readonly<LogEntry>[]): string[] {
  const requests = log
    .filter(({ effect }) => effect !== null)
    .map(({ method, path, body }) =>
      `${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}`.trim(),
    );
  return [...new Set(requests)];
}

/** Who gets what, by workspace: `workspace email attribute`. */
function accessOf(state: SandboxSeed): Access {
  return new Map(
    (state.workspaces ?? []).flatMap((workspace) =>
      [...resolveIndependently({ workspaces: [workspace] })].map(
        ([key, values]) => [`${workspace.name} ${key}`, values] as const,
      ),
    ),
  );
}

/**
 * Whoever has neither what they had at the start nor what they get in the end (R2); where no order is safe, only those
 * who have nothing though they had something and will have (R1).
 */
function exposuresIn(now: Access, start: Access, end: Access, isSafe: boolean): string[] {
  return [...now].flatMap(([key, values]) => {
    const ends = [start.get(key) ?? [], end.get(key) ?? []];
    // Whichever of a tie wins, it must be the value before or the one after.
    const isEither =
      values.length === 0
        ? ends.some((texts) => texts.length === 0)
        : values.every((value) => ends.some((texts) => texts.includes(value)));
    if (isEither || (!isSafe && values.length > 0)) return [];
    return [`${key} is "${values.join(" | ")}", neither of "${ends.join('" nor "')}"`];
  });
}

function twicesIn(state: SandboxSeed): string[] {
  const twice = (what: string, names: readonly string[]): string[] =>
    names.filter((name, i) => names.indexOf(name) < i).map((name) => `${what} ${name} is there twice`);
  const active = (state.workspaces ?? []).filter(({ archived_at }) => archived_at == null);
  return [
    ...twice(
      "workspace",
      active.map(({ name }) => name),
    ),
    ...active.flatMap(({ name, groups = [], definitions = [], invites = [] }) => [
      ...twice(
        `in ${name}, group`,
        groups.map((group) => group.name),
      ),
      ...twice(
        `in ${name}, attribute`,
        definitions.map((definition) => definition.name),
      ),
      ...twice(
        `in ${name}, invite of`,
        invites.map(({ email }) => email.toLowerCase()),
      ),
    ]),
  ];
}

/** The kind of write that a request is, in the words of the steps. */
const OPERATIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^POST \/workspaces /, ["create workspace"]],
  [/^DELETE \/workspaces\/[^/]+$/, ["delete workspace"]],
  [/^POST \S+\/user_attribute_definitions /, ["create attribute"]],
  [/^PATCH \S+\/user_attribute_definitions\/\S+ /, ["update attribute"]],
  [/^DELETE \S+\/user_attribute_definitions\/\S+$/, ["delete attribute"]],
  [/^POST \S+\/groups /, ["create group"]],
  [/^PATCH \S+\/groups\/[^/ ]+ /, ["update group"]],
  [/^DELETE \S+\/groups\/[^/]+$/, ["delete group"]],
  [/^POST \S+\/user_attributes /, ["create group_value", "create member_value"]],
  [/^PATCH \S+\/user_attributes\/\S+ /, ["update group_value", "update member_value"]],
  [/^DELETE \S+\/user_attributes\/\S+$/, ["delete group_value", "delete member_value"]],
  [/^POST \S+\/groups\/[^/]+\/members /, ["create group_membership"]],
  [/^DELETE \S+\/groups\/[^/]+\/members\/\S+$/, ["delete group_membership"]],
  [/^POST \S+\/invites /, ["create invite"]],
];

/** Whether what was reported is what the service saw: by kind of write, and in the summary's counts. */
function disagreements(
  plan: Plan,
  events: readonly ApplyEvent[],
  log: readonly Readonly<LogEntry>[],
): string[] {
  const broken: string[] = [];
  const ended = new Map<number, string>(plan.steps.map(({ step }) => [step, "not_started"]));
  for (const event of events) {
    if (event.type === "apply_complete") ended.set(event.step, "done");
    if (event.type === "apply_errored") ended.set(event.step, event.outcome);
    if (event.type === "apply_skipped") ended.set(event.step, "skipped");
  }
  const last = events.at(-1);
  const counts: Readonly<Record<string, number>> = last?.type === "apply_summary" ? { ...last.steps } : {};
  for (const outcome of ["done", "failed", "skipped", "not_started", "unknown"]) {
    const count = [...ended.values()].filter((each) => each === outcome).length;
    if (counts[outcome] !== count)
      broken.push(`${count} steps are ${outcome}, the summary says ${counts[outcome]}`);
  }
  const effects = effectsIn(log);
  let seen = 0;
  for (const [pattern, operations] of OPERATIONS) {
    const real = effects.filter((request) => pattern.test(request)).length;
    seen += real;
    const steps = plan.steps.filter(({ action, kind }) => operations.includes(`${action} ${kind}`));
    const count = (outcome: string) => steps.filter(({ step }) => ended.get(step) === outcome).length;
    const [done, unknown] = [count("done"), count("unknown")];
    if (real < done || real > done + unknown)
      broken.push(`${operations}: ${done} done and ${unknown} unknown are reported, the service saw ${real}`);
  }
  if (seen !== effects.length) broken.push("the service saw a write of no known kind");
  return broken;
}

/** The world in names, in an order of its own, so that worlds that came about differently can be compared. */
export function withoutIds(state: Required<SandboxSeed>): string {
  const workspaces = state.workspaces.map((workspace) => ({
    name: workspace.name,
    archived: workspace.archived_at != null,
    provision: workspace.provision_by_default,
    everybody: sorted(workspace.all_users?.values ?? {}),
    definitions: workspace.definitions?.map(({ name, data_type, label }) => [name, data_type, label]).sort(),
    groups: workspace.groups
      ?.map(({ name, precedence, members = [], values = {} }) => [
        name,
        precedence,
        [...members].sort(),
        sorted(values),
      ])
      .sort(),
    members: workspace.members?.map(({ email, role, values = {} }) => [email, role, sorted(values)]).sort(),
    invites: workspace.invites?.map(({ email, role }) => [email, role]).sort(),
  }));
  return JSON.stringify(workspaces.sort((a, b) => (a.name < b.name ? -1 : 1)));
}

const sorted = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
