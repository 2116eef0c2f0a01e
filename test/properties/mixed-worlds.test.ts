import { describe, expect, it } from "vitest";
import type { Plan, Step } from "../../src/model/plan/plan.js";
import { contentsOf } from "../../src/model/state/contents.js";
import { type LiveState, membersOf } from "../../src/model/state/live-state.js";
import { createPlan } from "../support/create-plan.js";
import { LARGE, type MixedSize, mixedWorld, SMALL } from "../support/worlds/mixed-world.js";

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

describe("a plan of many mixed writes", () => {
  it.each(SEEDS)(
    "lists what its steps expose, and never opens anybody on the way (small, seed %i)",
    (seed) => {
      const { live, plan } = planned(SMALL, seed);
      expect(new Set(plan.steps.map(({ address }) => address)).size).toBe(plan.steps.length);
      const moments = momentsOf(live, plan.steps);
      expect(moments.filter(({ opened }) => opened)).toEqual([]);
      expect(new Set(moments.map(({ who, texts }) => `${who}: ${texts}`))).toEqual(windowsOf(plan));
    },
  );

  it("finds a safe order for the writes of a large workspace, in any order that the needs allow", () => {
    const { live, plan } = planned(LARGE, 1);
    expect(plan.steps.length).toBeGreaterThan(600);
    expect(momentsOf(live, plan.steps)).toEqual([]);
    expect(windowsOf(plan)).toEqual(new Set());
    const late = momentsOf(live, latestFirst(plan.steps));
    expect(new Set(late.map(({ who, texts }) => `${who}: ${texts}`))).toEqual(windowsOf(plan));
  });
});

/** The order that differs the most and that the needs allow: always the last of those that are ready. */
function latestFirst(steps: readonly Step[]): readonly Step[] {
  const left = new Map(steps.map((step) => [step.step, step]));
  const order: Step[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => !needs.some((need) => left.has(need)));
    const next = ready.at(-1);
    if (next === undefined) throw new Error("the needs go in a circle");
    left.delete(next.step);
    order.push(next);
  }
  return order;
}

function planned(size: MixedSize, seed: number): { readonly live: LiveState; readonly plan: Plan } {
  const { desired, live } = mixedWorld(size, seed);
  return {
    live,
    plan: createPlan(
      { desired, options: { orgformVersion: "test", accessReads: Number.MAX_SAFE_INTEGER } },
      live,
    ),
  };
}

function windowsOf({ exposure }: Plan): ReadonlySet<string> {
  return new Set(
    exposure.windows.map(({ member, attribute, value }) => `${member} ${attribute}: ${value ?? ""}`),
  );
}

/** Who gets what by name, worked out with nothing of the planner. */
interface Access {
  readonly groups: Map<string, { precedence: number; members: Set<string>; values: Map<string, string> }>;
  readonly own: Map<string, Map<string, string>>;
}

interface Moment {
  /** Member and attribute. */
  readonly who: string;
  readonly texts: string;
  /** Open, and the member is so neither before nor after. */
  readonly opened: boolean;
}

/** What somebody has after one of the steps, and neither before the first nor after the last. */
function momentsOf({ workspaces: [workspace] }: LiveState, steps: readonly Step[]): readonly Moment[] {
  const { of, heldBy } = contentsOf(workspace);
  const emails = membersOf(workspace).map(({ email }) => email);
  const valuesOf = (kind: "group_value" | "member_value", owner: string): Map<string, string> =>
    new Map(heldBy(kind, owner).map(({ name, fields }) => [name, String(fields.value)]));
  const access: Access = {
    groups: new Map(
      of("group").map(({ name, state, fields }) => {
        const listed = heldBy("group_membership", name).map((member) => member.name);
        const members = new Set(state === "built-in" ? emails : listed);
        const precedence = Number(fields.precedence);
        return [name, { precedence, members, values: valuesOf("group_value", name) }];
      }),
    ),
    own: new Map(emails.map((email) => [email, valuesOf("member_value", email)])),
  };
  const attributes = of("attribute").map(({ name }) => name);
  const look = (members: Iterable<string>): Map<string, string> =>
    new Map(
      [...members].flatMap((member) =>
        attributes.map(
          (attribute) => [`${member} ${attribute}`, textsOf(access, member, attribute)] as const,
        ),
      ),
    );
  const first = look(emails);
  const states = steps.map((step) => look(carryOut(access, step)));
  const last = look(emails);
  return states.flatMap((state) =>
    [...state].flatMap(([who, texts]): Moment[] => {
      const ends = [first.get(who) ?? "", last.get(who) ?? ""];
      // A tie is one of its texts: each of them must be the one before or the one after.
      if (texts.split(" | ").every((text) => ends.includes(text))) return [];
      return [{ who, texts, opened: opens(texts) && !ends.some(opens) }];
    }),
  );
}

/** Does a step and names everybody whom it can concern. */
function carryOut({ groups, own }: Access, { address, action, fields }: Step): Iterable<string> {
  const [, kind, name = "", part, inner = ""] = address.split("/");
  const value = String(fields.value);
  if (kind === "members" && part === "values") {
    if (action === "delete") own.get(name)?.delete(inner);
    else own.get(name)?.set(inner, value);
    return [name];
  }
  if (kind !== "groups") throw new Error(`not in these worlds: ${address}`);
  if (part === undefined && action === "create") {
    groups.set(name, { precedence: Number(fields.precedence), members: new Set(), values: new Map() });
    return [];
  }
  const group = groups.get(name);
  if (group === undefined) throw new Error(`no group yet: ${address}`);
  const { members, values } = group;
  if (part === undefined) {
    if (action === "delete") groups.delete(name);
    else group.precedence = Number(fields.precedence);
    return members;
  }
  if (part === "values") {
    if (action === "delete") values.delete(inner);
    else values.set(inner, value);
    return members;
  }
  if (action === "delete") members.delete(inner);
  else members.add(inner);
  return [inner];
}

function textsOf({ groups, own }: Access, member: string, attribute: string): string {
  const mine = own.get(member)?.get(attribute);
  if (mine !== undefined) return mine;
  const givers = [...groups.values()].filter(
    ({ members, values }) => members.has(member) && values.has(attribute),
  );
  const highest = Math.max(...givers.map(({ precedence }) => precedence));
  const texts = givers
    .filter(({ precedence }) => precedence === highest)
    .map(({ values }) => values.get(attribute));
  return [...new Set(texts)].sort().join(" | ");
}

const opens = (texts: string): boolean =>
  texts === "" || texts.split(" | ").some((text) => /^%*$/.test(text));
