import type { Reporter, TestModule } from "vitest/node";

/** Prints the plain last line `N passed, N failed` that scripts read. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let failed = 0;
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed += 1;
        if (state === "failed") failedHere += 1;
      }
      // A file that does not load has no failed test, and is a failure all the same.
      failed += failedHere === 0 && module.state() === "failed" ? 1 : failedHere;
    }
    // On a line of its own, whatever a library wrote to restore the cursor.
    process.on("exit", () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`));
  }
}
