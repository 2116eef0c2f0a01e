import { expect, it } from "vitest";
import { DEFAULT_LIMITS, type DesiredWorkspace } from "../../src/model/desired-state.js";
import type { Receipt, ReceiptChange } from "../../src/model/receipt.js";
import { wayBack } from "../../src/plan/way-back.js";

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
function backFrom(since: { label?: string; precedence?: number; value?: string; member?: string }) {
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
  const { desired, warnings } = wayBack(
    {
      organization: { id: "org" },
      service: {},
      workspaces: [workspace],
      protect: [],
      limits: DEFAULT_LIMITS,
      expect: [],
    },
    RECEIPT,
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
  [{ precedence: 20 }, ["prod/groups/West"]],
  [{ member: "ada@northwind.example" }, ["prod/groups/West"]],
  [{ value: "north" }, ["prod/groups/West/values/team", "prod/groups/West"]],
  [{ label: "Team" }, ["prod/attributes/team"]],
])("leaves a creation that somebody changed since: %o", (since, warned) => {
  const back = backFrom(since);
  expect(back.warned).toEqual(warned);
  expect(back.left).toHaveLength(1);
});
