import { expect, it } from "vitest";
import type { Receipt, ReceiptChange } from "../../src/model/plan/receipt.js";
import { DEFAULT_LIMITS, type DesiredWorkspace } from "../../src/model/state/desired-state.js";
import { undoOf } from "../../src/plan/undo/undo.js";

const created = (
  type: ReceiptChange["type"],
  address: string,
  after: ReceiptChange["after"],
): ReceiptChange => ({
  address,
  type,
  action: "create",
  before: null,
  after,
  outcome: "done",
});

const CREATIONS: readonly ReceiptChange[] = [
  created("attribute", "prod/attributes/team", { name: "team", data_type: "string", label: "team" }),
  created("group", "prod/groups/West", { name: "West", precedence: 10 }),
  created("group_value", "prod/groups/West/values/team", { group: "West", attribute: "team", value: "west" }),
];

const RECEIPT: Receipt = {
  format_version: "1.0",
  orgform_version: "test",
  organization: { id: "org", name: "Org" },
  plan_digest: "sha256:0",
  outcome: "ok",
  changes: CREATIONS,
  steps: { done: 3, failed: 0, skipped: 0, not_started: 0, unknown: 0 },
};

/** The workspace as the run left it, with what somebody did since. */
function backFrom(
  since: { label?: string; precedence?: number; value?: string; member?: string },
  changes = CREATIONS,
) {
  const { label = "team", precedence = 10, value = "west", member } = since;
  const workspace: DesiredWorkspace = {
    name: "prod",
    state: "present",
    attributes: [{ name: "team", state: "present", data_type: "string", label, required: false }],
    groups: [
      {
        name: "West",
        state: "present",
        precedence,
        previously: [],
        values: [{ attribute: "team", value }],
        members: member === undefined ? [] : [{ email: member, display_email: member }],
      },
    ],
    exact: { attributes: false, groups: false },
  };
  const { desired, warnings } = undoOf(
    {
      organization: { id: "org" },
      service: {},
      workspaces: [workspace],
      protect: [],
      limits: DEFAULT_LIMITS,
      expect: [],
    },
    { ...RECEIPT, changes },
    new Map(),
  );
  const [result] = desired.workspaces;
  return {
    left: result?.state === "present" ? [...(result.attributes ?? []), ...(result.groups ?? [])] : [],
    warned: warnings.map(({ address }) => address),
  };
}

it("takes back what was created and is as it was created", () => {
  expect(backFrom({})).toEqual({ left: [], warned: [] });
});

it.each([
  [{ precedence: 20 }, ["prod/groups/West"], ["West"]],
  [{ member: "ada@northwind.example" }, ["prod/groups/West"], ["West"]],
  // The attribute would take the value with it.
  [
    { value: "north" },
    ["prod/groups/West/values/team", "prod/groups/West", "prod/attributes/team"],
    ["team", "West"],
  ],
  [{ label: "Team" }, ["prod/attributes/team"], ["team"]],
])("leaves a creation that somebody changed since: %o", (since, warned, left) => {
  const back = backFrom(since);
  expect(back.warned).toEqual(warned);
  expect(back.left.map(({ name }) => name)).toEqual(left);
});

it("leaves what was so before the run wrote", () => {
  const [attribute] = CREATIONS.map((change) => ({ ...change, already: true as const }));
  const current = {
    organization: { id: "org" },
    service: {},
    workspaces: [
      {
        name: "prod",
        state: "present" as const,
        attributes: [
          {
            name: "team",
            state: "present" as const,
            data_type: "string" as const,
            label: "team",
            required: false,
          },
        ],
        exact: { attributes: false, groups: false },
      },
    ],
    protect: [],
    limits: DEFAULT_LIMITS,
    expect: [],
  };
  const { desired, warnings } = undoOf(
    current,
    { ...RECEIPT, changes: attribute === undefined ? [] : [attribute] },
    new Map(),
  );
  expect(desired).toEqual(current);
  expect(warnings).toMatchObject([
    { address: "prod/attributes/team", summary: "not taken back: it was so before the run wrote" },
  ]);
});

it.each([
  ["where it is as the run left it", 20, "done", 10, []],
  ["not where somebody changed it since", 30, "done", 30, ["prod/groups/West"]],
  [
    "also from a number that should have stood for a moment only, after a run that ended there",
    30,
    "failed",
    10,
    [],
  ],
] as const)("takes a precedence back %s", (_, now, outcome, precedence, warned) => {
  const change: ReceiptChange = {
    address: "prod/groups/West",
    type: "group",
    action: "update",
    before: { name: "West", precedence: 10 },
    after: { name: "West", precedence: 20 },
    outcome,
    ...(outcome === "failed" ? { partly: true } : {}),
  };
  const back = backFrom({ precedence: now }, [change]);
  expect(back.left.find(({ name }) => name === "West")).toMatchObject({ precedence });
  expect(back.warned).toEqual(warned);
});
