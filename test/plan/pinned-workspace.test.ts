import { describe, expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { planIn } from "../support/plan-against.js";

async function planOf(entry: string) {
  return await planIn({ workspaces: [{ id: "ws_1", name: "w" }] }, `workspaces: {w: ${entry}}`);
}

describe("a workspace that is pinned to an id which is not there", () => {
  it("is an error, whatever else has its name", async () => {
    const plan = await planOf("{id: ws_gone}");
    expect(findingsFrom(plan, "file")).toMatchObject([
      { severity: "error", code: "workspace-not-visible", address: "w" },
    ]);
    expect(plan.resource_changes).toEqual([]);
  });

  it("is as the file says where it is to be archived", async () => {
    expect(await planOf("{id: ws_gone, state: absent}")).toMatchObject({
      outcome: "ok",
      resource_changes: [],
      findings: [],
    });
  });
});
