import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { clientOf } from "../support/plan-against.js";
import { folderWith, runHere, type Started, start } from "./built.js";
import { IS_LONG, PATIENTLY } from "./form.js";

const PEOPLE = "abcdefgh".split("").map((letter) => `${letter}@n.example`);
const BEFORE = PEOPLE.slice(0, 4);
const AFTER = PEOPLE.slice(4);
/** Four people come into the group, one stays, and three go. */
const [STAYS = ""] = BEFORE;
const WRITES = 7;

const FILE = `
version: 1
organization: {id: org_northwind}
limits: {delete: {count: 99, percent: 100}}
workspaces: {prod: {groups: {Board: {members: [${[STAYS, ...AFTER].join(", ")}]}}}}
`;

function boardOf(sandbox: Sandbox): readonly string[] {
  const [group] = sandbox.state().workspaces[0]?.groups ?? [];
  return [...(group?.members ?? [])].sort();
}

/** The members that the receipt's own lines say were put in or taken out, read without our reader. */
function doneIn(folder: string): ReadonlySet<string> {
  const lines = readFileSync(join(folder, "receipt.jsonl"), "utf8").trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as { type: string; address: string });
  return new Set(
    events.flatMap(({ type, address }) =>
      type === "apply_complete" ? [address.split("/").at(-1) ?? ""] : [],
    ),
  );
}

/** Somebody does by hand what is left of the change. */
async function finishByHand(sandbox: Sandbox): Promise<void> {
  const client = clientOf(sandbox);
  const of = { workspace_id: "ws_prod", group_id: "grp_board" };
  const { data: members } = await client.listMembers(of);
  const now = new Set(boardOf(sandbox));
  const wanted = new Set([STAYS, ...AFTER]);
  for (const { id, email } of members) {
    if (wanted.has(email) && !now.has(email)) await client.addGroupMember({ ...of, body: { user_id: id } });
    if (!wanted.has(email) && now.has(email)) await client.removeGroupMember({ ...of, user_id: id });
  }
}

it(
  "undo of a run that was killed takes back what the run did, and nothing that somebody else did",
  PATIENTLY,
  async () => {
    let inDoubt = 0;
    for (let n = 1; n <= WRITES; n += IS_LONG ? 1 : 2) {
      let running: Started | undefined;
      let effects = 0;
      const sandbox = await startSandbox({
        seed: {
          workspaces: [
            {
              id: "ws_prod",
              name: "prod",
              groups: [{ id: "grp_board", name: "Board", precedence: 10, members: BEFORE }],
              members: PEOPLE.map((email) => ({ email, role: "view" })),
            },
          ],
        },
        onEffect: () => {
          effects += 1;
          if (effects === n) running?.kill("SIGKILL");
        },
      });
      onTestFinished(sandbox.close);
      const folder = folderWith(FILE);
      const args = ["apply", "--auto-approve", "--receipt", "receipt.jsonl", "--concurrency", "1"];
      running = start(folder, sandbox, args);
      expect((await running.ended).code).toBe("SIGKILL");
      const done = doneIn(folder);
      expect([n - 1, n]).toContain(done.size);

      await finishByHand(sandbox);
      const left = boardOf(sandbox);
      expect(left).toEqual([STAYS, ...AFTER].sort());

      const undo = ["undo", "receipt.jsonl", "--auto-approve", "--no-receipt"];
      const back = await runHere(folder, sandbox, undo);
      expect(back.code, back.stdout + back.stderr).toBe(0);
      const wasIn = (email: string): boolean => BEFORE.includes(email);
      const expected = PEOPLE.filter((email) => (done.has(email) ? wasIn(email) : left.includes(email)));
      expect(boardOf(sandbox), `killed at write ${n}`).toEqual(expected);

      const isInDoubt = done.size === n - 1;
      expect(back.stdout.includes("--allow in-doubt")).toBe(isInDoubt);
      if (!isInDoubt) continue;
      inDoubt += 1;
      // Somebody who has looked says that the run did it.
      expect((await runHere(folder, sandbox, [...undo, "--allow", "in-doubt"])).code).toBe(0);
      const other = PEOPLE.filter((email) => boardOf(sandbox).includes(email) !== expected.includes(email));
      expect(other).toHaveLength(1);
      expect(boardOf(sandbox).includes(other[0] ?? "")).toBe(wasIn(other[0] ?? ""));
    }
    expect(inDoubt).toBeGreaterThan(0);
  },
);
