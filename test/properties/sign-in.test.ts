import fc from "fast-check";
import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { type FileWorld, fileOfWorlds, fileWorlds, seedOfWorlds } from "../support/worlds/file-world.js";

const desiredOf = (some: readonly FileWorld[]) => {
  const { desired, diagnostics } = parseConfig([{ filename: "orgform.yaml", text: fileOfWorlds(some) }]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  return desired;
};

it("sends no invite into a workspace in which people arrive by single sign-on, whatever stands there", async () => {
  const seen = { awaited: 0, invited: 0, arrived: 0 };
  const worlds = fc.sample(fc.tuple(fileWorlds, fc.boolean()), { numRuns: 25, seed: 1125 });
  for (const [some, hasBase] of worlds) {
    const sandbox = createSandbox({ seed: seedOfWorlds(some) });
    const client = clientOf(sandbox);
    const desired = desiredOf(some);
    // The base says the opposite of how people arrive.
    const opposite = some.map((one) => ({
      ...one,
      arrive_by: one.arrive_by === "invite" ? ("sign_in" as const) : ("invite" as const),
    }));
    const plan = await planAgainst(client, desired, hasBase ? { base: desiredOf(opposite) } : {});
    if (plan.errored) continue;
    await applyAgainst(client, plan);

    const invitesTo = (name: string) => {
      const id = sandbox.state().workspaces.find((one) => one.name === name)?.id;
      const sent = sandbox.log().filter(({ method, path }) => method === "POST" && /\/invites/.test(path));
      return sent.filter(({ path }) => path.includes(id ?? ""));
    };
    for (const [i, { arrive_by }] of some.entries()) {
      const name = `w${i}`;
      const arriving = plan.arrivals.filter(({ workspace }) => workspace === name);
      const kinds = new Set(arriving.map(({ invite }) => invite));
      if (arrive_by === "sign_in") expect(invitesTo(name)).toEqual([]);
      expect(kinds.has(arrive_by === "sign_in" ? "planned" : "sign_in")).toBe(false);
      seen.awaited += arriving.filter(({ invite }) => invite === "sign_in").length;
      seen.invited += invitesTo(name).length;
    }
    // Everybody comes; then nothing is left to do.
    for (const { workspace, member, invite } of plan.arrivals) {
      if (invite !== "sign_in") continue;
      const state = sandbox.state().workspaces.find(({ name }) => name === workspace);
      expect(state?.members?.map(({ email }) => email)).not.toContain(member);
      seen.arrived += 1;
    }
    const again = await planAgainst(client, desired);
    expect(again.resource_changes).toEqual([]);
    expect(again.summary.emails).toBe(0);
  }
  expect(Object.values(seen).every((n) => n > 0)).toBe(true);
});
