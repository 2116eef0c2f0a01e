import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, planAgainst } from "../support/plan-against.js";
import { clientIn, runWithoutFaults, withoutIds } from "./run-with-faults.js";
import { mixed } from "./scenarios.js";

/** What somebody else does to the organization after the plan was made, and how the step that meets it ends. */
const MEDDLING: readonly (readonly [
  what: string,
  request: string,
  body: object | null,
  address: string,
  how: string,
])[] = [
  [
    "invites the same person",
    "POST /workspaces/ws_prod/invites",
    { email: "Fay@n.example", role: "view" },
    "prod/members/fay@n.example",
    "adopted",
  ],
  [
    "invites the same person with another role",
    "POST /workspaces/ws_prod/invites",
    { email: "fay@n.example", role: "admin" },
    "prod/members/fay@n.example",
    "failed: role is admin, not view as planned",
  ],
  [
    "declares the same attribute",
    "POST /workspaces/ws_prod/user_attribute_definitions",
    { name: "cost", data_type: "number", label: "cost" },
    "prod/attributes/cost",
    "adopted",
  ],
  [
    "declares the attribute with another type",
    "POST /workspaces/ws_prod/user_attribute_definitions",
    { name: "cost", data_type: "string", label: "cost" },
    "prod/attributes/cost",
    "failed: data_type is string, not number as planned",
  ],
  [
    "puts the same person into the group",
    "POST /workspaces/ws_prod/groups/grp_sales/members",
    { user_id: "usr_eve" },
    "prod/groups/Field/members/eve@n.example",
    "adopted",
  ],
  [
    "sets the same value of the member's own",
    "POST /workspaces/ws_prod/members/usr_eve/user_attributes",
    { user_attribute_definition_id: "uad_team", value: "own" },
    "prod/members/eve@n.example/values/team",
    "adopted",
  ],
  [
    "sets another value of the member's own",
    "POST /workspaces/ws_prod/members/usr_eve/user_attributes",
    { user_attribute_definition_id: "uad_team", value: "theirs" },
    "prod/members/eve@n.example/values/team",
    "failed: value is theirs, not own as planned",
  ],
  [
    "deletes the group that goes",
    "DELETE /workspaces/ws_prod/groups/grp_past",
    null,
    "prod/groups/Past",
    "adopted",
  ],
  [
    "takes the person out of the group that they leave",
    "DELETE /workspaces/ws_prod/groups/grp_field/members/usr_eve",
    null,
    "prod/groups/Outdoors/members/eve@n.example",
    "adopted",
  ],
  [
    "deletes a group that changes",
    "DELETE /workspaces/ws_prod/groups/grp_east",
    null,
    "prod/groups/East/values/team",
    "failed",
  ],
  ["archives the workspace that is archived", "DELETE /workspaces/ws_old", null, "old", "adopted"],
];

const seed = {
  ...mixed.seed,
  users: [...(mixed.seed.users ?? []), { id: "usr_eve", email: "eve@n.example" }],
};

it.each(MEDDLING)(
  "somebody who %s in between is noticed, and nothing is done twice",
  async (_, request, body, address, how) => {
    const sandbox = await startSandbox({ seed });
    onTestFinished(sandbox.close);
    const client = clientIn(sandbox);
    const plan = await planAgainst(client, mixed.desired, mixed.options);
    const [method = "", path = ""] = request.split(" ");
    const answer = await fetch(sandbox.url + path, {
      method,
      headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);

    const ends = (await applyAgainst(client, plan)).flatMap((event) => {
      if (event.type === "apply_errored")
        return [{ address: event.address, end: `${event.outcome}: ${event.diagnostic.summary}` }];
      if (event.type !== "apply_complete") return [];
      expect(event.already).toBe(event.adopted);
      return [{ address: event.address, end: event.adopted ? "adopted" : "done" }];
    });
    expect(ends.filter((each) => each.address === address).map(({ end }) => end)).toEqual([
      expect.stringMatching(new RegExp(`^${how}`)),
    ]);
    const unsettled = ends.filter((each) => each.address !== address && each.end !== "done");
    if (how === "adopted") expect(unsettled).toEqual([]);

    if (/role|type/.test(how)) return; // What somebody else made is theirs: the next plan says so.
    const again = await planAgainst(client, mixed.desired, mixed.options);
    await applyAgainst(client, again);
    expect((await planAgainst(client, mixed.desired, mixed.options)).resource_changes).toEqual([]);
    const clean = await runWithoutFaults({ ...mixed, seed });
    if (!request.endsWith("invites")) expect(withoutIds(sandbox.state())).toBe(clean.end);
  },
);
