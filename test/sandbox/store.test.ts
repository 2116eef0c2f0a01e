import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openStore, type Store } from "../../src/sandbox/store/store.js";

const folder = mkdtempSync(join(tmpdir(), "store-"));
afterAll(() => rmSync(folder, { recursive: true }));

const change = fc.record({
  id: fc.constantFrom("a", "b", "c"),
  workspace: fc.option(fc.constantFrom("w", "x"), { nil: null }),
});
const transaction = fc.record({ changes: fc.array(change, { maxLength: 4 }), fails: fc.boolean() });

/** Runs the transactions on a store and on plain maps, and gives the maps after each of them that had an effect. */
function run(
  store: Store,
  transactions: readonly { changes: { id: string; workspace: string | null }[]; fails: boolean }[],
) {
  const states = [new Map<string, string>()];
  for (const { changes, fails } of transactions) {
    const model = new Map(states.at(-1));
    try {
      store.transact((write) => {
        for (const { id, workspace } of changes) {
          if (workspace === null) write.remove("members", id);
          else write.put("members", { id, workspace_id: workspace, user_id: id, role: "view" });
          if (workspace === null) model.delete(id);
          else model.set(id, workspace);
        }
        if (fails) throw new Error("refused");
      });
      if (changes.length > 0) states.push(model);
    } catch {
      // A transaction that fails leaves no trace.
    }
  }
  return states;
}

function contents(store: Store): Map<string, string> {
  return new Map(Array.from(store.world.members.all(), (row) => [row.id, row.workspace_id]));
}

test("what was transacted is there, by id and by index, also when the file is opened again", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(transaction), async (transactions) => {
      runs += 1;
      const file = join(folder, String(runs));
      const store = openStore(file);
      const expected = run(store, transactions).at(-1) ?? new Map();
      await store.close();
      const reopened = openStore(file);
      for (const { world } of [store, reopened]) {
        for (const workspace of ["w", "x"]) {
          const ids = Array.from(world.members.by("workspace", workspace), (row) => row.id).sort();
          expect(ids).toEqual([...expected.keys()].filter((id) => expected.get(id) === workspace).sort());
          expect(world.members.count("workspace", workspace)).toBe(ids.length);
        }
      }
      expect(contents(store)).toEqual(expected);
      expect(contents(reopened)).toEqual(expected);
      await reopened.close();
    }),
    { numRuns: 60 },
  );
});

test("a read of what was before sees the last other answer, and changes nothing", () => {
  fc.assert(
    fc.property(fc.array(transaction, { maxLength: 20 }), (transactions) => {
      const store = openStore();
      const states = run(store, transactions);
      const now = contents(store);
      const read = () => contents(store).get("a") ?? "none";
      const others = states.map((state) => state.get("a") ?? "none").filter((value) => value !== read());
      expect(store.readBefore(read, String)).toBe(others.at(-1) ?? read());
      expect(contents(store)).toEqual(now);
    }),
  );
});

test("an id that a seed brings is not given out again", () => {
  const first = openStore().transact((write) => write.newId("org"));
  const second = openStore().transact((write) => {
    write.put("organizations", { id: first, name: "Northwind" });
    return write.newId("org");
  });
  expect(second).not.toBe(first);
});
