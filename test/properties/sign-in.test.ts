import fc from "fast-check";
import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { guardsOf } from "../../src/model/plan/finding.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { type FileWorld, fileOfWorlds, fileWorlds, seedOfWorlds } from "../support/worlds/file-world.js";

const desiredOf = (some: readonly FileWorld[]) => {
  const { desired, diagnostics } = parseConfig([{ filename: "orgform.yaml", text: fileOfWorlds(some) }]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  return desired;
};

/** The worlds whose files say the opposite of how people arrive. */
const opposite = (some: readonly FileWorld[]): readonly FileWorld[] =>
  some.map((one) => ({ ...one, arrive_by: one.arrive_by === "invite" ? "sign_in" : "invite" }));

/** An organization of these worlds, and the acts of people in it. */
function open(some: readonly FileWorld[]) {
  const { workspaces, ...rest } = seedOfWorlds(some);
  const seed = { ...rest, workspaces: workspaces.map((one) => ({ ...one, provision_by_default: true })) };
  const sandbox = createSandbox({ seed });
  const client = clientOf(sandbox);
  const idOf = (name: string) => sandbox.state().workspaces.find((one) => one.name === name)?.id ?? "";
  return {
    plan: (options: Parameters<typeof planAgainst>[2] = {}) => planAgainst(client, desiredOf(some), options),
    apply: (plan: Plan) => applyAgainst(client, plan),
    /** The invites that the service was asked to send for a workspace. */
    invitesTo: (name: string) =>
      sandbox.log().filter(({ method, path }) => method === "POST" && path.includes(`${idOf(name)}/invites`)),
    async signIn(email: string) {
      const request = { method: "POST", body: JSON.stringify({ email }) };
      expect((await sandbox.fetch(`${sandbox.origin}/_sandbox/sso-sign-in`, request)).status).toBe(201);
    },
  };
}

it("sends no invite into a workspace in which people arrive by single sign-on, whatever is run", async () => {
  const seen = { awaited: 0, invited: 0, joined: 0 };
  const worlds = fc.sample(fc.tuple(fileWorlds, fc.boolean()), { numRuns: 12, seed: 1125 });
  for (const [some, hasBase] of worlds) {
    const { plan, apply, invitesTo, signIn } = open(some);
    const first = await plan(hasBase ? { base: desiredOf(opposite(some)) } : {});
    if (first.errored) continue;
    await apply(first);

    for (const [i, { arrive_by }] of some.entries()) {
      // An organization admin arrives in every workspace, in the way in which one of them lets them in.
      const arriving = first.arrivals.filter(
        ({ workspace, role }) => workspace === `w${i}` && role !== "organization_admin",
      );
      const kinds = new Set(arriving.map(({ invite }) => invite));
      expect(kinds.has(arrive_by === "sign_in" ? "planned" : "sign_in")).toBe(false);
      seen.awaited += arriving.filter(({ invite }) => invite === "sign_in").length;
    }
    expect((await plan()).resource_changes).toEqual([]);

    // The awaited people sign in, and get exactly what waits for them.
    for (const { member, invite } of first.arrivals) if (invite === "sign_in") await signIn(member);
    const night = await plan({ base: desiredOf(some), failOn: ["drift"] });
    expect(guardsOf(night)).toEqual([]);
    seen.joined += night.resource_changes.length;
    await apply(night);
    const last = await plan();
    expect(last.resource_changes).toEqual([]);
    expect(last.arrivals.filter(({ invite }) => invite === "sign_in")).toEqual([]);

    for (const [i, { arrive_by }] of some.entries()) {
      const sent = invitesTo(`w${i}`);
      if (arrive_by === "sign_in") expect(sent).toEqual([]);
      seen.invited += sent.length;
    }
  }
  expect(Object.entries(seen).filter(([, n]) => n === 0)).toEqual([]);
});
