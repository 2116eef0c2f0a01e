import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Most of them wait for processes. One that started last would be what the whole run waits for. */
const SLOWEST = [
  "action/pull-request",
  "tui/built",
  "package/package",
  "examples/fleet",
  "action/drift",
  "faults/output",
  "cli/transcripts",
  "browser/plan-page",
  "live/completeness",
  "access/safe-order",
  "faults/interrupts",
  "tui/pty",
  "examples/large-fleet",
  "properties/export",
];

/** Vitest's own order is by size where it has not seen the files run, as on a fresh machine. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? SLOWEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
