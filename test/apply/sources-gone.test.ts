import { expect, it } from "vitest";
import type { Client } from "../../src/api/operations.js";
import { createResourceIds } from "../../src/apply/resource-ids.js";
import { sourcesGone } from "../../src/apply/sources-gone.js";
import type { StepOutcome } from "../../src/model/plan/event.js";
import { step } from "../report/fixtures/plan-builder.js";

const REMOVAL = "w/groups/Old/members/ada@n.example";
const STEPS = [
  step(1, "create", "w/groups/New/members/ada@n.example"),
  step(2, "create", "w/groups/New/values/region"),
  step(3, "create", "w/groups/New"),
  step(4, "delete", REMOVAL),
];

/** What is said when nobody is in New and it sets nothing, though Ada was to have her region from it. */
async function saidWhere(outcomes: readonly StepOutcome[], removed = true): Promise<readonly string[]> {
  const group = { id: "grp_new", users: [] };
  const client = {
    listGroups: () => Promise.resolve({ data: [group], warnings: [] }),
    listGroupValues: () => Promise.resolve({ data: [], warnings: [] }),
  } as unknown as Client; // What a look at groups uses of it.
  const resourceIds = createResourceIds(client, [
    ["w", "ws"],
    ["w/groups/New", "grp_new"],
    ["w/members/ada@n.example", "usr_ada"],
    ["w/attributes/region", "uad_region"],
  ]);
  const problems = await sourcesGone({
    client,
    resourceIds: resourceIds,
    steps: STEPS,
    counted: [
      {
        removal: REMOVAL,
        source: "w/groups/New",
        attribute: "w/attributes/region",
        members: ["ada@n.example"],
      },
    ],
    outcomes: new Map(STEPS.map(({ step }, i) => [step, outcomes[i] ?? "not_started"])),
    removed,
  });
  return problems.map(({ summary }) => summary);
}

it("is said of what the run made", async () => {
  const said = ["ada@n.example (usr_ada) is no longer in New (grp_new)"];
  expect(await saidWhere(["done", "done", "done", "done"])).toEqual(said);
  expect(await saidWhere(["done", "done", "done", "not_started"], false)).toEqual(said);
});

it.each<[string, StepOutcome[], boolean]>([
  ["the membership that the run failed to make", ["failed", "done", "done", "done"], true],
  ["the value that the run failed to set", ["done", "unknown", "done", "done"], true],
  ["the group that the run failed to make", ["skipped", "skipped", "failed", "done"], true],
  ["the membership that the run has yet to make", ["not_started", "done", "done", "not_started"], false],
  ["what counts on it where it was not removed", ["done", "done", "done", "failed"], true],
  ["what counts on it where it will not be removed", ["done", "done", "done", "skipped"], false],
])("is not said of %s", async (_, outcomes, removed) => {
  expect(await saidWhere(outcomes, removed)).toEqual([]);
});
