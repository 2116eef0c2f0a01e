import { expect, it } from "vitest";
import type { Receipt, ReceiptChange } from "../../src/model/plan/receipt.js";
import type { LiveGroup, LiveState } from "../../src/model/state/live-state.js";
import { undoOf } from "../../src/plan/undo/undo-changes.js";
import { receiptOf } from "../support/receipts.js";

const created = (
  kind: ReceiptChange["kind"],
  address: string,
  after: ReceiptChange["after"],
): ReceiptChange => ({
  address,
  kind,
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
  ...receiptOf({
    workspaces: { prod: "ws" },
    identities: { "prod/attributes/team": "a1", "prod/groups/West": "g1" },
  }),
  changes: CREATIONS,
};

const ADA = "ada@northwind.example";

/** The workspace as the run left it, with what somebody did since. */
function liveWith({
  label = "team",
  value = "west",
  member,
  ...since
}: { label?: string; value?: string; member?: string } & Partial<LiveGroup> = {}): LiveState {
  const west: LiveGroup = {
    id: "g1",
    name: "West",
    is_all_users: false,
    precedence: 10,
    users: member === undefined ? [] : [member],
    values: [{ id: "v1", attribute_id: "a1", value }],
    ...since,
  };
  const ada = { id: "u1", email: ADA, display_email: ADA, role: "view", first_name: null, last_name: null };
  return {
    organization: { id: "org", name: "Org" },
    user_id: "me",
    token_scope: "organization-admin",
    workspaces: [
      {
        id: "ws",
        name: "prod",
        provision_by_default: false,
        attributes: [{ id: "a1", name: "team", data_type: "string", label }],
        groups: [west],
        members: [
          { ...ada, email_verified: true, mfa_enabled: true, identity_provider: "x", own_values: [] },
        ],
        invites: [],
      },
    ],
    unmanaged_workspaces: [],
    requests: 0,
  };
}

/** What would be done, and what would not and why. */
function backFrom(live: LiveState, changes = CREATIONS, includesInDoubt = false) {
  const { given, findings } = undoOf({ ...RECEIPT, changes }, live, includesInDoubt);
  return {
    done: given.flatMap(({ diff }) =>
      diff.changes.map(({ address, change: { actions, after } }) => ({ address, does: actions[0], after })),
    ),
    left: findings.map(({ address, summary }) => `${address}: ${summary.replace("not taken back: ", "")}`),
  };
}

const CHANGED = "somebody changed it since";
const USED = "something is in it that is not taken back";
const deletionsOf = (...names: readonly string[]) =>
  names.map((name) => ({ address: `prod/${name}`, does: "delete", after: null }));

it("takes back what was created and is as it was created, what needs others first", () => {
  expect(backFrom(liveWith())).toEqual({
    done: deletionsOf("groups/West/values/team", "groups/West", "attributes/team"),
    left: [],
  });
});

it("says what goes with another deletion", () => {
  const [{ diff } = { diff: undefined }] = undoOf(RECEIPT, liveWith()).given;
  expect(diff?.changes.map(({ implied_by }) => implied_by)).toEqual([
    "prod/groups/West",
    undefined,
    undefined,
  ]);
});

it.each([
  [{ precedence: 20 }, [`prod/groups/West: ${CHANGED}`]],
  [{ member: "u1" }, [`prod/groups/West: ${USED}`]],
  // The attribute would take the value with it.
  [
    { value: "north" },
    [
      `prod/groups/West/values/team: ${CHANGED}`,
      `prod/groups/West: ${USED}`,
      `prod/attributes/team: ${USED}`,
    ],
  ],
  [{ label: "Team" }, [`prod/attributes/team: ${CHANGED}`]],
])("leaves a creation that somebody changed since: %o", (since, left) => {
  const back = backFrom(liveWith(since));
  expect(back.left).toEqual(left);
  expect(back.done).toHaveLength(CREATIONS.length - left.length);
});

it("leaves what was so before the run wrote, and what has no recorded id", () => {
  const already = CREATIONS.map((change) => ({ ...change, already: true as const }));
  const all = backFrom(liveWith(), already);
  expect(all.done).toEqual([]);
  expect(new Set(all.left.map((line) => line.replace(/.*: /, "")))).toEqual(
    new Set(["it was so before the run wrote"]),
  );
  const { given, findings } = undoOf({ ...RECEIPT, identities: {} }, liveWith());
  expect(given.flatMap(({ diff }) => diff.changes)).toEqual([]);
  expect(findings).toHaveLength(3);
});

const PRECEDENCE: ReceiptChange = {
  address: "prod/groups/West",
  kind: "group",
  action: "update",
  before: { name: "West", precedence: 10 },
  after: { name: "West", precedence: 20 },
  outcome: "done",
};

it.each([
  ["where it is as the run left it", 20, 10, []],
  ["not where somebody changed it since", 30, undefined, [`prod/groups/West: ${CHANGED}`]],
  ["not where it is as it was", 10, undefined, []],
] as const)("takes a precedence back %s", (_, now, precedence, left) => {
  const back = backFrom(liveWith({ precedence: now }), [PRECEDENCE]);
  expect(back.done.map(({ after }) => after?.precedence)).toEqual(
    precedence === undefined ? [] : [precedence],
  );
  expect(back.left).toEqual(left);
});

it.each([
  ["what may have happened is named and left alone", 20, false, [], 1],
  ["and taken back where that is allowed", 20, true, [10], 0],
  ["what may have happened and plainly did not is not named", 10, false, [], 0],
  ["what was changed since is left alone, allowed or not", 30, true, [], 1],
] as const)("%s", (_, now, isAllowed, precedences, left) => {
  const change = { ...PRECEDENCE, outcome: "unknown" as const };
  const back = backFrom(liveWith({ precedence: now }), [change], isAllowed);
  expect(back.done.map(({ after }) => after?.precedence)).toEqual(precedences);
  expect(back.left).toHaveLength(left);
});

it("takes back nothing that was not sent, although somebody else did the same since", () => {
  const others = (outcome: ReceiptChange["outcome"]) => CREATIONS.map((change) => ({ ...change, outcome }));
  for (const outcome of ["not_started", "skipped", "failed"] as const)
    expect(backFrom(liveWith(), others(outcome), true)).toEqual({ done: [], left: [] });
});

it("puts what belongs to a group below the name that the group gets back", () => {
  const renamed: ReceiptChange = {
    ...PRECEDENCE,
    previous_address: "prod/groups/Sales",
    before: { name: "Sales", precedence: 10 },
    after: { name: "West", precedence: 10 },
  };
  const [, , value] = CREATIONS;
  const lost: ReceiptChange = {
    address: `prod/groups/West/members/${ADA}`,
    kind: "group_membership",
    action: "delete",
    before: { group: "West", member: ADA },
    after: null,
    outcome: "done",
  };
  const changes = [renamed, lost, ...(value === undefined ? [] : [value])];
  const back = backFrom(liveWith(), changes);
  expect(back.left).toEqual([]);
  expect(back.done).toEqual([
    {
      address: `prod/groups/Sales/members/${ADA}`,
      does: "create",
      after: { group: "Sales", member: ADA },
    },
    ...deletionsOf("groups/Sales/values/team"),
    { address: "prod/groups/Sales", does: "update", after: { name: "Sales", precedence: 10 } },
  ]);
});

it("brings back a deleted group with its values and members, but nobody who has left", () => {
  const deleted = (kind: ReceiptChange["kind"], below: string, before: ReceiptChange["before"]) => ({
    address: `prod/groups/East${below}`,
    kind,
    action: "delete" as const,
    before,
    after: null,
    outcome: "done" as const,
  });
  const back = backFrom(liveWith(), [
    deleted("group", "", { name: "East", precedence: 5 }),
    deleted("group_value", "/values/team", { group: "East", attribute: "team", value: "east" }),
    deleted("group_value", "/values/gone", { group: "East", attribute: "gone", value: "x" }),
    deleted("group_membership", `/members/${ADA}`, { group: "East", member: ADA }),
    deleted("group_membership", "/members/left@x.example", { group: "East", member: "left@x.example" }),
  ]);
  expect(back.done.map(({ address, does }) => `${does} ${address}`)).toEqual([
    "create prod/groups/East",
    "create prod/groups/East/values/team",
    `create prod/groups/East/members/${ADA}`,
  ]);
  expect(back.left).toEqual([
    "prod/groups/East/values/gone: its attribute is not there any more",
    "prod/groups/East/members/left@x.example: the member has left",
  ]);
});

it("invites nobody, and changes nothing that nobody can change, whatever a receipt says", () => {
  const forged: readonly ReceiptChange[] = [
    {
      address: "prod/members/mallory@evil.example",
      kind: "invite",
      action: "delete",
      before: { email: "mallory@evil.example", role: "organization_admin" },
      after: null,
      outcome: "done",
    },
    {
      address: `prod/members/${ADA}`,
      kind: "invite",
      action: "update",
      before: { email: ADA, role: "organization_admin" },
      after: { email: ADA, role: "view" },
      outcome: "done",
    },
    {
      address: "prod/groups/All Users",
      kind: "group",
      action: "delete",
      before: { name: "All Users", precedence: 9 },
      after: null,
      outcome: "done",
    },
    {
      address: "prod/attributes/team",
      kind: "attribute",
      action: "update",
      before: { name: "team", data_type: "number", label: "old" },
      after: { name: "team", data_type: "string", label: "team" },
      outcome: "done",
    },
  ];
  const { done, left } = backFrom(liveWith(), forged);
  expect(done).toEqual([
    {
      address: "prod/attributes/team",
      does: "update",
      after: { name: "team", data_type: "string", label: "old" },
    },
  ]);
  expect(left).toHaveLength(3);
});
