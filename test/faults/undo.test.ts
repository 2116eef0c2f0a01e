import { expect, it, onTestFinished } from "vitest";
import { parseAddress } from "../../src/model/address.js";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { clientOf } from "../support/plan-against.js";
import { folderWith, runHere, type Started, start } from "./built.js";
import { IS_LONG, PATIENTLY, tell } from "./form.js";
import { runWithoutFaults, withoutIds } from "./run-with-faults.js";
import { reversible } from "./scenarios.js";

const ALLOW = [
  "--auto-approve",
  "--allow",
  "access.opened=99",
  "--allow",
  "access.windows=99",
  "--allow",
  "delete.total=99",
];

/**
 * What was being made when a run was killed has an id that nobody was told: undo names it, and what was to go into it,
 * and leaves it to a person, who takes it away here. One write at a time was under way, and the answer to the one before
 * may just have come.
 */
async function takeAwayUnknown(sandbox: Sandbox, said: string): Promise<void> {
  const left = said.matchAll(/no\s+id\s+of\s+"([^"]+)"\s+was\s+recorded[^[]+\[unsupported\]\n +(\S.*)$/gm);
  const warnings = [...left].map(([, thing = "", address = ""]) => ({ thing, address }));
  expect(new Set(warnings.map(({ thing }) => thing)).size).toBeLessThanOrEqual(2);
  const client = clientOf(sandbox);
  for (const { address } of warnings) {
    const [name, collection, thing, inner] = parseAddress(address);
    if (inner !== undefined) continue;
    const workspace = sandbox.state().workspaces.find((one) => one.name === name);
    const rows = collection === "groups" ? workspace?.groups : workspace?.definitions;
    const id = rows?.find((one) => one.name === thing)?.id ?? "";
    const workspace_id = workspace?.id ?? "";
    if (collection === "groups") await client.deleteGroup({ workspace_id, group_id: id });
    else await client.deleteAttributeDefinition({ workspace_id, user_attribute_definition_id: id });
  }
}

it.each(["SIGKILL", "SIGINT"] as const)(
  "undo leads back from wherever an apply was stopped by %s",
  PATIENTLY,
  async (signal) => {
    const { writes } = await runWithoutFaults(reversible);
    let played = 0;
    for (let n = IS_LONG ? 1 : 16; n <= writes; n += IS_LONG ? 1 : 9) {
      let running: Started | undefined;
      let effects = 0;
      const sandbox = await startSandbox({
        seed: reversible.seed,
        onEffect: () => {
          effects += 1;
          if (effects === n) running?.kill(signal);
        },
      });
      onTestFinished(sandbox.close);
      const before = withoutIds(sandbox.state());
      const folder = folderWith(reversible.text ?? "");
      running = start(folder, sandbox, [
        "apply",
        "--receipt",
        "receipt.jsonl",
        "--concurrency",
        "1",
        ...ALLOW,
      ]);
      expect([signal, 130, 0]).toContain((await running.ended).code);
      effects = Number.NaN;
      const { code, stdout, stderr } = await runHere(folder, sandbox, [
        "undo",
        "receipt.jsonl",
        "--allow",
        "in-doubt",
        ...ALLOW,
      ]);
      expect(code, `undo after write ${n}: ${stdout}${stderr}`).toBe(0);
      await takeAwayUnknown(sandbox, stdout);
      expect(withoutIds(sandbox.state()), `undo after write ${n}: ${stdout}${stderr}`).toBe(before);
      played += 1;
    }
    tell({ undone_after: signal, played });
  },
);
