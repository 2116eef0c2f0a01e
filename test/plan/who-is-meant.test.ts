import { describe, expect, it } from "vitest";
import { findingsFrom, guardsOf } from "../../src/model/plan/finding.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst, planIn } from "../support/plan-against.js";

/** A file's plan for a workspace `ws_1` whose live name is prod, with the groups Board and Staff. */
async function planOf(file: string, base?: string) {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          id: "ws_1",
          name: "prod",
          groups: [
            { name: "Board", precedence: 2 },
            { name: "Staff", precedence: 1 },
          ],
        },
        { id: "ws_2", name: "lab" },
      ],
    },
  });
  const client = clientOf(sandbox);
  return await planAgainst(
    client,
    desiredState(file),
    base === undefined ? {} : { base: desiredState(base) },
  );
}

const refusals = (plan: Awaited<ReturnType<typeof planOf>>) =>
  guardsOf(plan)
    .filter(({ refused }) => refused)
    .map(({ name }) => name);

describe("a pinned workspace that the file calls otherwise", () => {
  it("is protected under its live name", async () => {
    const plan = await planOf(
      "protect: [prod/groups/Board]\nworkspaces: {other: {id: ws_1, groups: {Board: {state: absent}}}}",
    );
    expect(refusals(plan)).toEqual(["protect"]);
    expect(findingsFrom(plan, "file")).toEqual([]);
  });

  it("is protected under the name in the file, also where only the service has the thing", async () => {
    const plan = await planOf(
      "protect: [other/groups/Board]\nworkspaces: {other: {id: ws_1, groups: {}, exact: {groups: true}}}",
    );
    expect(refusals(plan)).toContain("protect");
    expect(findingsFrom(plan, "file")).toEqual([]);
  });

  it("is protected under a name that a group has in the service", async () => {
    const file =
      "protect: [prod/groups/Board/values/region]\nworkspaces: {prod: {groups: {Directors: {previously: [Board], values: {}}}}}";
    const plan = await planIn(
      {
        workspaces: [
          {
            name: "prod",
            definitions: [{ name: "region", data_type: "string" }],
            groups: [{ name: "Board", precedence: 1, values: { region: "west" } }],
          },
        ],
      },
      file,
    );
    expect(refusals(plan)).toEqual(["protect"]);
  });

  it("cannot be marked as absent", async () => {
    const plan = await planOf("workspaces: {lab: {id: ws_1, state: absent}}");
    expect(plan.outcome).toBe("error");
    expect(findingsFrom(plan, "file")).toMatchObject([{ code: "absent-by-other-name", address: "lab" }]);
  });

  it("is archived by its live name where it left the file", async () => {
    const plan = await planOf("workspaces: {}", "workspaces: {other: {id: ws_1}}");
    expect(guardsOf(plan)).toMatchObject([{ name: "archive", override: "--allow archive=prod" }]);
  });
});

describe("what an approval is of", () => {
  const groups = "groups: {Board: {precedence: 7}}";

  it("is the live workspace, not the name that the file gives it", async () => {
    const [one, other] = await Promise.all([
      planOf(`workspaces: {w: {id: ws_1, groups: {New: {precedence: 7}}}}`),
      planOf(`workspaces: {w: {id: ws_2, groups: {New: {precedence: 7}}}}`),
    ]);
    expect(one.resource_changes).toEqual(other.resource_changes);
    expect(one.workspaces).toEqual([{ address: "w", id: "ws_1", name: "prod" }]);
    expect(one.plan_digest).not.toBe(other.plan_digest);
  });

  it("is the same with and without a pin", async () => {
    const [pinned, named] = await Promise.all([
      planOf(`workspaces: {prod: {id: ws_1, ${groups}}}`),
      planOf(`workspaces: {prod: {${groups}}}`),
    ]);
    expect(pinned.plan_digest).toBe(named.plan_digest);
  });
});

it("a group that the plan deletes is not said to be left alone, whoever has its name as a former one", async () => {
  const plan = await planOf(
    "workspaces: {prod: {groups: {Staff: {previously: [Board]}}, exact: {groups: true}}}",
  );
  expect(plan.resource_changes).toMatchObject([
    { address: "prod/groups/Board", change: { actions: ["delete"] } },
  ]);
  const [found] = findingsFrom(plan, "file");
  expect(found).toMatchObject({ code: "rename-ambiguous" });
  expect(found?.detail).toContain("Board exists as well: it is not renamed");
});
