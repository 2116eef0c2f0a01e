import { expect, it } from "vitest";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";

const FILE = `workspaces:
  prod:
    attributes: {region: {data_type: string}, team: {data_type: string}}
    groups:
      All Users: {values: {region: nothing, team: nobody}}
      Sales: {precedence: 10, values: {region: west}, members: [ada@n.example, new@n.example]}
    members: {new@n.example: {role: explore}, ada@n.example: {role: explore}}
`;
const STARTS: Readonly<Record<string, SandboxSeed>> = {
  "a new workspace": {},
  "a workspace whose default opens": {
    workspaces: [
      {
        name: "prod",
        definitions: [{ name: "region", data_type: "string" }],
        all_users: { values: { region: "" } },
        members: [{ email: "ada@n.example", role: "explore" }],
      },
    ],
  },
};

/** Runs with one failing write after another, the last without any: what was live when somebody could have accepted. */
async function runsFrom(seed: SandboxSeed) {
  const moments: unknown[] = [];
  let invited = 0;
  for (let failing = 1; ; failing += 1) {
    const sandbox = openSandbox({
      seed,
      onEffect: (_, state) => {
        const [prod] = state().workspaces.filter(({ name }) => name === "prod");
        if (prod?.invites?.some(({ email }) => email === "new@n.example"))
          moments.push(prod.all_users?.values ?? {});
      },
    });
    const client = clientOf(sandbox);
    const plan = await planAgainst(client, desiredState(FILE), { allow: new Map([["access.opened", "99"]]) });
    if (failing <= plan.steps.length)
      sandbox.addFaults({
        kind: "status",
        status: 400,
        match: { method: ["POST", "PUT", "PATCH"], nth: failing },
      });
    const before = moments.length;
    await applyAgainst(client, plan);
    if (moments.length > before) invited += 1;
    await sandbox.close();
    if (failing > plan.steps.length) return { moments, invited };
  }
}

it.each(Object.entries(STARTS))(
  "nobody can accept into %s before everybody has a value there",
  async (_, seed) => {
    const { moments, invited } = await runsFrom(seed);
    expect(invited).toBeGreaterThan(0);
    for (const values of moments) expect(values).toEqual({ region: "nothing", team: "nobody" });
  },
);
