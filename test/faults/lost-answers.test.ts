import { describe, expect, it, onTestFinished } from "vitest";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import type { Plan, Step } from "../../src/model/plan/plan.js";
import {
  type Fault,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, planAgainst } from "../support/plan-against.js";
import { firstOf } from "./form.js";
import { clientIn } from "./run-with-faults.js";
import { bootstrap, mixed, type Scenario } from "./scenarios.js";

/** Every endpoint that creates something, each with a scenario that uses it. */
const POSTS: readonly (readonly [path: string, kind: Step["kind"], Scenario])[] = [
  ["/workspaces", "workspace", bootstrap],
  ["/workspaces/*/user_attribute_definitions", "attribute", bootstrap],
  ["/workspaces/*/groups", "group", bootstrap],
  ["/workspaces/*/invites", "invite", bootstrap],
  ["/workspaces/*/groups/*/user_attributes", "group_value", bootstrap],
  ["/workspaces/*/groups/*/members", "group_membership", mixed],
  ["/workspaces/*/members/*/user_attributes", "member_value", mixed],
];

/** Where somebody's membership is looked for. */
const LISTED: Partial<Record<Step["kind"], string>> = { group_membership: "/workspaces/*/groups" };

/** Each loses the answer, or makes it useless. */
const LOSSES: readonly Partial<Fault>[] = [
  { kind: "drop" },
  { kind: "reset" },
  { kind: "cut-off" },
  { kind: "timeout" },
  { kind: "truncate" },
  { kind: "empty-200" },
  { kind: "html" },
  { kind: "html", status: 502 },
  { kind: "status", status: 500 },
  { kind: "status", status: 504 },
  { kind: "redirect-loop" },
];

describe.each(POSTS)("an answer to POST %s that is lost", (path, kind, scenario) => {
  it.each(firstOf(3, LOSSES))("by $kind leaves exactly one thing, which is adopted", async (loss) => {
    const { sandbox, plan, events } = await applied(scenario, {
      ...loss,
      when: "after",
      times: 1,
      match: { method: "POST", path },
    } as Fault);
    const posted = sandbox.log().filter(({ fault }) => fault !== null);
    expect(posted).toHaveLength(1);
    expect(
      sandbox
        .log()
        .filter(
          ({ method, path: asked, body }) =>
            method === "POST" && asked === posted[0]?.path && same(body, posted[0]?.body),
        ),
    ).toHaveLength(1);
    expect(summaryOf(events)).toMatchObject({ outcome: "ok" });
    const adopted = events.flatMap((event) =>
      event.type === "apply_complete" && event.adopted && !event.already ? [event.step] : [],
    );
    expect(adopted.map((step) => stepOf(plan, step)?.kind)).toEqual([kind]);
    expect(
      (await planAgainst(clientIn(sandbox), scenario.desired, scenario.options)).resource_changes,
    ).toEqual([]);
  });

  it("before anything happened is a failure, not a success, and nothing that needs it is begun", async () => {
    const fault: Fault = { kind: "status", status: 500, times: 1, match: { method: "POST", path } };
    const { events, plan } = await applied(scenario, fault);
    const failed = events.filter((event) => event.type === "apply_errored");
    expect(failed).toMatchObject([{ outcome: "failed", diagnostic: { code: "api" } }]);
    expect(failed[0]?.diagnostic.detail).not.toMatch(/may have had its effect/);
    const skipped = events.flatMap((event) => (event.type === "apply_skipped" ? [event.step] : []));
    const needing = plan.steps.filter(({ needs }) =>
      needs.some((need) => need === failed[0]?.step || skipped.includes(need)),
    );
    expect(skipped.toSorted((a, b) => a - b)).toEqual(needing.map(({ step }) => step));
  });

  it("and that cannot be looked for is unknown, never done", async () => {
    // Where a list is read right before the creation as well, the second one fails.
    const nth = ["workspace", "group", "invite"].includes(kind) ? 2 : 1;
    const { events, plan } = await applied(
      scenario,
      { kind: "drop", when: "after", times: 1, match: { method: "POST", path } },
      {
        kind: "status",
        status: 503,
        times: 99,
        match: { method: "GET", nth, path: LISTED[kind] ?? path },
      },
    );
    const unknown = events.flatMap((event) =>
      event.type === "apply_errored" && event.outcome === "unknown" ? [event.step] : [],
    );
    expect(unknown.map((step) => stepOf(plan, step)?.kind)).toContain(kind);
  });
});

describe("a creation in doubt", () => {
  it("that is there twice stops the run, says both ids and writes nothing more", async () => {
    let sandbox: Sandbox | undefined;
    let twin = false;
    sandbox = await sandboxOf({
      seed: bootstrap.seed,
      faults: [
        { kind: "drop", when: "after", times: 1, match: { method: "POST", path: "/workspaces/*/groups" } },
      ],
      onEffect: ({ method, path, body }) => {
        if (twin || method !== "POST" || !path.endsWith("/groups") || sandbox === undefined) return;
        twin = true;
        void post(sandbox, path, body);
      },
    });
    const client = clientIn(sandbox);
    const plan = await planAgainst(client, bootstrap.desired);
    const events = await applyAgainst(client, plan, { concurrency: 1 });
    const failure = events.find((event) => event.type === "apply_errored");
    expect(failure).toMatchObject({
      outcome: "unknown",
      diagnostic: {
        code: "duplicate-live-name",
        summary: expect.stringMatching(/2 times now: grp_\w+ and grp_\w+/),
      },
    });
    const writes = sandbox.log().filter(({ method }) => method !== "GET");
    expect(writes.at(-1)).toMatchObject({ method: "POST", path: expect.stringMatching(/groups$/) });
    expect(summaryOf(events)).toMatchObject({ outcome: "partial" });
  });

  it("that somebody else has made otherwise by now is not sent, nor taken for ours", async () => {
    const sandbox = await sandboxOf({ seed: mixed.seed });
    const client = clientIn(sandbox);
    const plan = await planAgainst(client, mixed.desired, mixed.options);
    await post(sandbox, "/workspaces/ws_prod/groups", { name: "New", user_attribute_precedence: 99 });
    const [failure] = (await applyAgainst(client, plan)).filter((event) => event.type === "apply_errored");
    expect(failure).toMatchObject({
      address: "prod/groups/New",
      outcome: "failed",
      diagnostic: { summary: "precedence is 99, not 70 as planned" },
    });
  });

  it("is looked for among workspaces in use: an archived one of the same name is another", async () => {
    const sandbox = await sandboxOf({
      seed: { ...bootstrap.seed, workspaces: [{ name: "prod", archived_at: "2026-01-01T00:00:00Z" }] },
      faults: [{ kind: "drop", when: "after", times: 1, match: { method: "POST", path: "/workspaces" } }],
    });
    const client = clientIn(sandbox);
    const events = await applyAgainst(client, await planAgainst(client, bootstrap.desired));
    expect(summaryOf(events)).toMatchObject({ outcome: "ok" });
    expect(sandbox.state().workspaces.filter(({ name }) => name === "prod")).toHaveLength(2);
  });
});

async function applied(
  scenario: Scenario,
  ...faults: readonly Fault[]
): Promise<{ sandbox: Sandbox; plan: Plan; events: readonly ApplyEvent[] }> {
  const sandbox = await sandboxOf({ seed: scenario.seed });
  const client = clientIn(sandbox, faults.some(({ kind }) => kind === "timeout") ? 500 : 10_000);
  const plan = await planAgainst(client, scenario.desired, scenario.options);
  sandbox.addFaults(...faults);
  const events = await applyAgainst(client, plan);
  sandbox.clearFaults();
  return { sandbox, plan, events };
}

async function sandboxOf(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.close);
  return sandbox;
}

const post = (sandbox: Sandbox, path: string, body: unknown) =>
  fetch(sandbox.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const stepOf = (plan: Plan, number: number): Step | undefined =>
  plan.steps.find(({ step }) => step === number);
const summaryOf = (events: readonly ApplyEvent[]) => events.at(-1);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
