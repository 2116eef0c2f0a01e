import { expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.js";
import type { Run } from "../../src/model/plan/receipt.js";
import { DEFAULT_LIMITS, type DesiredState } from "../../src/model/state/desired-state.js";
import type { PlannedAccess } from "../../src/plan/assemble-plan.js";
import { createUndoPlanner } from "../../src/plan/undo/undo-planner.js";
import { receiptOf } from "../support/receipts.js";
import { liveOf, type PlainWorld } from "../support/worlds/plain-world.js";

const ADA = "ada@northwind.example";
const WORLD: PlainWorld = {
  attributes: ["region"],
  groups: [
    { name: "North", precedence: 10, members: [ADA], values: { region: "north" } },
    { name: "South", precedence: 10, members: [ADA], values: { region: "south" } },
    { name: "West", precedence: 20, members: [], values: {} },
  ],
  people: [{ email: ADA }],
};

/** The plan that takes changes back, all of them done by a run that recorded the ids of the world. */
function planOf(
  changes: Run["changes"],
  {
    world = WORLD,
    protect = [],
  }: { readonly world?: PlainWorld } & Partial<Pick<DesiredState, "protect">> = {},
): Plan {
  return plannedOf(changes, { world, protect }).plan;
}

function plannedOf(
  changes: Run["changes"],
  { world, protect }: { readonly world: PlainWorld } & Pick<DesiredState, "protect">,
): PlannedAccess {
  const live = liveOf(world);
  const groups = world.groups.map(({ name }, g) => [`prod/groups/${name}`, `grp_${g + 1}`]);
  const attributes = world.attributes.map((name, a) => [`prod/attributes/${name}`, `uad_${a}`]);
  const identities = Object.fromEntries([...groups, ...attributes]);
  const receipt = receiptOf({ workspaces: { prod: "ws_1" }, identities, changes });
  const rules = { protect, limits: DEFAULT_LIMITS, expect: [] };
  return createUndoPlanner(receipt, rules, { orgformVersion: "test" }).plan(live);
}

const created = (
  kind: "group" | "group_value",
  address: string,
  after: Plan["resource_changes"][number]["change"]["after"],
) => ({ address, kind, action: "create", before: null, after }) as const;

const WEST = created("group", "prod/groups/West", { name: "West", precedence: 20 });

it("deletes without the reason that a file gives", () => {
  const [deletion] = planOf([WEST]).resource_changes;
  expect(deletion?.change.actions).toEqual(["delete"]);
  expect(deletion?.action_reason).toBe("shares of dashboards, folders and agents with this group end");
});

it("brings a thing back with its fields in the order in which they were recorded", () => {
  const before = { name: "team", data_type: "string", label: "Team" };
  const deleted = {
    address: "prod/attributes/team",
    kind: "attribute",
    action: "delete",
    before,
    after: null,
  } as const;
  const [creation] = planOf([deleted]).resource_changes;
  expect(JSON.stringify(creation?.change.after)).toBe(JSON.stringify(before));
});

it("warns of a tie of a group in which it changes something, although the tie was there, and of no other", () => {
  const ties = (changes: Run["changes"]) => planOf(changes).findings.filter(({ code }) => code === "tie");
  const value = { group: "North", attribute: "region", value: "north" };
  const moved = {
    address: "prod/groups/North",
    kind: "group",
    action: "update",
    before: { name: "Nord", precedence: 10 },
    after: { name: "North", precedence: 10 },
  } as const;
  expect(ties([moved])).toMatchObject([{ severity: "warning", address: "prod/groups/Nord" }]);
  expect(ties([WEST])).toEqual([]);
  // It is as before the run already.
  const isThere = {
    ...created("group_value", "prod/groups/North/values/region", value),
    action: "delete",
    before: value,
    after: null,
  } as const;
  expect(ties([isThere])).toEqual([]);
});

it("says nothing of values that win for nobody: others chose them", () => {
  const above = { name: "Top", precedence: 90, members: [ADA], values: { region: "top" } };
  const value = { group: "West", attribute: "region", value: "west" };
  const deleted = {
    address: "prod/groups/West/values/region",
    kind: "group_value",
    action: "delete",
    before: value,
    after: null,
  } as const;
  const groups = [above, ...WORLD.groups].map((group) =>
    group.name === "West" ? { ...group, members: [ADA] } : group,
  );
  const moved = {
    address: "prod/groups/West",
    kind: "group",
    action: "update",
    before: { name: "West", precedence: 5 },
    after: { name: "West", precedence: 20 },
  } as const;
  const plan = planOf([deleted, moved], { world: { ...WORLD, groups } });
  expect(plan.resource_changes.map(({ address }) => address)).toEqual([
    "prod/groups/West",
    "prod/groups/West/values/region",
  ]);
  expect(plan.findings.map(({ code }) => code)).not.toContain("value-shadowed");
});

it("knows nothing of what the run created and somebody has deleted since", () => {
  const gone = created("group", "prod/groups/East", { name: "East", precedence: 30 });
  const plan = planOf([gone], { protect: ["prod/groups/East"] });
  expect(plan.resource_changes).toEqual([]);
  expect(plan.findings.map(({ code }) => code)).toEqual(["protects-nothing"]);
});

it("gives no group the name of one that it brings back", () => {
  const deleted = {
    address: "prod/groups/East",
    kind: "group",
    action: "delete",
    before: { name: "East", precedence: 5 },
    after: null,
  } as const;
  const renamed = {
    address: "prod/groups/West",
    kind: "group",
    action: "update",
    before: { name: "East", precedence: 20 },
    after: { name: "West", precedence: 20 },
  } as const;
  const plan = planOf([deleted, renamed]);
  expect(plan.resource_changes.map(({ address }) => address)).toEqual(["prod/groups/East"]);
  expect(plan.findings.map(({ summary }) => summary)).toEqual([
    'not taken back: another group is called "East" now',
  ]);
});

it("archives a workspace that the run made, with everything in it and nobody's access computed", () => {
  const world = { ...WORLD, groups: WORLD.groups.slice(2) };
  const made = {
    address: "prod",
    kind: "workspace",
    action: "create",
    before: null,
    after: { name: "prod" },
  } as const;
  const region = {
    address: "prod/attributes/region",
    kind: "attribute",
    action: "create",
    before: null,
    after: { name: "region", data_type: "string", label: "region" },
  } as const;
  const { plan, moments } = plannedOf([made, WEST, region], { world, protect: [] });
  expect(plan.resource_changes.map(({ address, implied_by }) => [address, implied_by])).toEqual([
    ["prod", undefined],
    ["prod/attributes/region", "prod"],
    ["prod/groups/West", "prod"],
  ]);
  expect(plan.steps.map(({ address }) => address)).toEqual(["prod"]);
  expect(moments).toEqual([]);
});

it("keeps what it brings something back into", () => {
  const value = { group: "West", attribute: "region", value: "west" };
  const address = "prod/groups/West/values/region";
  const deleted = { address, kind: "group_value", action: "delete", before: value, after: null } as const;
  const plan = planOf([WEST, deleted]);
  expect(plan.resource_changes.map((change) => change.address)).toEqual([address]);
  expect(plan.findings.map(({ summary }) => summary)).toEqual([
    "not taken back: something is in it that is not taken back",
  ]);
});
