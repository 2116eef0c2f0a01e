import { readFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

const LIST = new URL("slow.json", import.meta.url);
/** The milliseconds that all files of the fast set may take together: half a minute with what else `npm run check` does. */
const FAST_MS = 50_000;
/** A file that takes less costs nothing. */
const SHORT_MS = 300;
/** Files of the fast set that take time as well: what an edit of the order of writes, or of the planner, has to hear at once. */
const ALWAYS: ReadonlySet<string> = new Set(["access/safe-order", "architecture", "cases/cases"]);

/**
 * Test files that take most of the time for what they test, the slowest first: nearly all of them start processes and wait
 * for them. `npm test` runs them first, so that none is what the whole run waits for; `npm run check` leaves them out.
 */
export const SLOW: readonly string[] = JSON.parse(readFileSync(LIST, "utf8"));

/** The name of a test file in the list: its path in this folder, without an ending. */
export const nameOf = (path: string): string => path.replace(/^.*\/test\//, "").replace(/\.test\.tsx?$/, "");

/** What a test file took. */
export interface Taken {
  readonly name: string;
  readonly ms: number;
  readonly tests: number;
}

/** The slow ones of all test files: the dearest by the test, until the others take no more than they may together. */
export function slowest(files: readonly Taken[]): readonly string[] {
  let left = files.reduce((sum, { ms }) => sum + ms, 0) - FAST_MS;
  const slow = files
    .filter(({ name, ms }) => !ALWAYS.has(name) && ms >= SHORT_MS)
    .sort((a, b) => b.ms / b.tests - a.ms / a.tests)
    .filter(({ ms }) => {
      const isSlow = left > 0;
      left -= ms;
      return isSlow;
    });
  return slow.sort((a, b) => b.ms - a.ms).map(({ name }) => name);
}

/** Writes the list anew from the times of a run of all tests: `npm run test:times`, on a machine that does nothing else. */
export default class SlowList implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((one) => ({
      name: nameOf(one.moduleId),
      ms: one.diagnostic().duration,
      tests: [...one.children.allTests()].length,
    }));
    writeFileSync(LIST, `${JSON.stringify(slowest(files), null, 2)}\n`);
  }
}
