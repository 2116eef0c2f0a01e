import { readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

const LIST = new URL("slow.json", import.meta.url);
/** So much of the time of all tests belongs to the slow files. */
const SHARE = 0.9;
/** Files of the fast set that take time as well: what an edit of the order of writes has to hear at once. */
const ALWAYS: ReadonlySet<string> = new Set(["access/safe-order"]);

/**
 * Test files that take most of the time, the slowest first: nearly all of them start processes and wait for them.
 * `npm test` runs them first, so that none is what the whole run waits for; `npm run check` leaves them out.
 */
export const SLOW: readonly string[] = JSON.parse(readFileSync(LIST, "utf8"));

/** The name of a test file in the list: its path in this folder, without an ending. */
export const nameOf = (path: string): string => path.replace(/^.*\/test\//, "").replace(/\.test\.tsx?$/, "");

/** The slowest files that take their share of the time together, by the milliseconds of each. */
export function slowest(times: ReadonlyMap<string, number>): readonly string[] {
  const files = [...times].sort(([, a], [, b]) => b - a);
  let left = SHARE * files.reduce((sum, [, time]) => sum + time, 0);
  return files.flatMap(([name, time]) => {
    const isSlow = left > 0;
    left -= time;
    return isSlow && !ALWAYS.has(name) ? [name] : [];
  });
}

/** Writes the list anew from the times of a run of all tests: `npm run test:times`, on a machine that does nothing else. */
export default class SlowList implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((one): [string, number] => [nameOf(one.moduleId), one.diagnostic().duration]);
    writeFileSync(LIST, `${JSON.stringify(slowest(new Map(times)), null, 2)}\n`);
  }
}
