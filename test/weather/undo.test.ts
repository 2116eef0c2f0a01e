import { expect, it, onTestFinished } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { clientOf } from "../support/plan-against.js";
import { folderWith, type Started, start } from "./built.js";
import { IS_LONG, PATIENTLY, tell } from "./form.js";
import { reversible } from "./scenarios.js";
import { runInFairWeather, withoutIds } from "./storm.js";

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
 * What was in flight when a run was killed has an id that nobody was told: undo names it and leaves it to a person, who
 * takes it away here. One write at a time was under way, so there is at most one such thing.
 */
async function takeAwayUnknown(sandbox: Sandbox, said: string): Promise<void> {
  const left = [...said.matchAll(/no\s+id\s+of\s+"[^"]+"\s+was\s+recorded[^[]+\[unsupported\]\n +(\S+)/g)];
  const [address] = left.map(([, address]) => address ?? "");
  expect(left.length).toBeLessThanOrEqual(1);
  if (address === undefined) return;
  const [name, collection, thing] = address.split("/");
  const workspace = sandbox.state().workspaces.find((one) => one.name === name);
  const things = collection === "groups" ? workspace?.groups : workspace?.definitions;
  const id = things?.find((one) => one.name === thing)?.id ?? "";
  const workspace_id = workspace?.id ?? "";
  const client = clientOf(sandbox);
  if (collection === "groups") await client.deleteGroup({ workspace_id, group_id: id });
  else await client.deleteAttributeDefinition({ workspace_id, user_attribute_definition_id: id });
}

it.each(["SIGKILL", "SIGINT"] as const)(
  "undo leads back from wherever an apply was stopped by %s",
  PATIENTLY,
  async (signal) => {
    const { writes } = await runInFairWeather(reversible);
    let played = 0;
    for (let n = IS_LONG ? 1 : 17; n <= writes; n += IS_LONG ? 1 : 9) {
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
        "receipt.json",
        "--concurrency",
        "1",
        ...ALLOW,
      ]);
      expect([signal, 130, 0]).toContain((await running.ended).code);
      effects = Number.NaN;
      const { code, stdout, stderr } = await start(folder, sandbox, ["undo", "receipt.json", ...ALLOW]).ended;
      expect(code, `undo after write ${n}: ${stdout}${stderr}`).toBe(0);
      await takeAwayUnknown(sandbox, stdout);
      expect(withoutIds(sandbox.state()), `undo after write ${n}: ${stdout}${stderr}`).toBe(before);
      played += 1;
    }
    tell({ undone_after: signal, played });
  },
);
