import { expect, it } from "vitest";
import { ApiError } from "../../src/api/call/api-error.js";
import type { Client } from "../../src/api/operations.js";
import { carryOut } from "../../src/apply/carry-out.js";
import { createResourceIds } from "../../src/apply/resource-ids.js";
import type { Step } from "../../src/model/plan/plan.js";

type ApiFailure = ConstructorParameters<typeof ApiError>[0];

const STEPS = {
  create: {
    step: 1,
    address: "prod/groups/West",
    kind: "group",
    action: "create",
    fields: { name: "West", precedence: 1 },
    needs: [],
  },
  delete: {
    step: 1,
    address: "prod/groups/West",
    kind: "group",
    action: "delete",
    fields: {},
    needs: [],
  },
} as const satisfies Record<string, Step>;

const group = (id: string) => ({
  id,
  workspace_id: "ws",
  name: "West",
  is_all_users: false,
  user_attribute_precedence: 1,
  users: [],
});

/** What comes of a step whose request fails like this, where these groups are seen afterwards. */
async function resultOf(step: Step, failure: Partial<ApiFailure>, seen: readonly ReturnType<typeof group>[]) {
  const fail = () =>
    Promise.reject(
      new ApiError({ reason: "network", method: "POST", path: "/x", detail: "failed", ...failure }),
    );
  const client = {
    createGroup: fail,
    deleteGroup: fail,
    listGroups: () => Promise.resolve({ data: seen, warnings: [] }),
  } as unknown as Client; // What these steps use of it.
  const resourceIds = createResourceIds(client, [
    ["prod", "ws"],
    ["prod/groups/West", "grp_old"],
  ]);
  return await carryOut(client, resourceIds, step);
}

const LOST = { mayHaveHappened: true };

it.each([
  // Nobody answered, or a gateway that did not wait: the service may be at it still.
  ["no answer, and nothing there", "create", LOST, [], "unknown"],
  ["a gateway's time-out, and nothing there", "create", { ...LOST, status: 504 }, [], "unknown"],
  ["a failed answer, and nothing there", "create", { ...LOST, status: 500 }, [], "failed"],
  ["no answer, and it is there", "create", LOST, [group("grp_new")], "done"],
  [
    "no answer, and it is there otherwise",
    "create",
    LOST,
    [{ ...group("a"), user_attribute_precedence: 9 }],
    "unknown",
  ],
  ["no answer, and it is there twice", "create", LOST, [group("a"), group("b")], "unknown"],
  ["a collision with the same", "create", { reason: "conflict" }, [group("grp_1")], "done already"],
  ["a refusal", "create", { reason: "rejected" }, [], "failed"],
  ["nothing to delete", "delete", { reason: "not-found" }, [], "done already"],
  [
    "nothing to delete, but something of its name",
    "delete",
    { reason: "not-found" },
    [group("grp_2")],
    "failed",
  ],
  ["a collision, and it is gone", "delete", { reason: "conflict" }, [], "done already"],
  ["a collision, and it is there", "delete", { reason: "conflict" }, [group("grp_old")], "failed"],
  ["no answer, and it is gone", "delete", LOST, [], "done"],
  ["no answer, and it is there", "delete", LOST, [group("grp_old")], "unknown"],
] as const)("%s: %s", async (_, action, failure, seen, expected) => {
  const result = await resultOf(STEPS[action], failure, seen);
  const end = result.outcome === "done" && result.already ? "done already" : result.outcome;
  expect(end).toBe(expected);
});

it.each([
  ["a token that is not accepted any more", { reason: "unauthorized" }, [], true],
  ["the time that is over", { reason: "timeout" }, [], true],
  ["something that is there twice", LOST, [group("a"), group("b")], true],
  ["a refusal", { reason: "rejected" }, [], false],
  ["an answer that is lost for good", LOST, [], false],
] as const)("%s: ends the run or not", async (_, failure, seen, fatal) => {
  expect(await resultOf(STEPS.create, failure, seen)).toMatchObject({ fatal });
});

it("takes an invite of somebody who is a member by now for done, and says which role they have", async () => {
  const client = {
    createInvite: () =>
      Promise.reject(
        new ApiError({ reason: "conflict", method: "POST", path: "/x", detail: "answered 409" }),
      ),
    listInvites: () => Promise.resolve({ data: [], warnings: [] }),
    listMembers: () =>
      Promise.resolve({
        data: [{ id: "usr_1", email: "Ada@N.example", role: "organization_admin" }],
        warnings: [],
      }),
  } as unknown as Client; // What this step uses of it.
  const step: Step = {
    step: 1,
    address: "prod/members/ada@n.example",
    kind: "invite",
    action: "create",
    fields: { email: "ada@n.example", role: "view" },
    needs: [],
  };
  expect(await carryOut(client, createResourceIds(client, [["prod", "ws"]]), step)).toMatchObject({
    outcome: "done",
    already: true,
    warnings: ["ada@n.example is a member already, with the role organization_admin instead of view"],
  });
});
