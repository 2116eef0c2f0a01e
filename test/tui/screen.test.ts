import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import { openApplyScreen } from "../../src/tui/apply-screen.js";
import { showApply } from "../../src/tui/show-apply.js";
import { applyEvents, applySteps } from "../report/fixtures/apply-events.js";

/** Takes what is written to a terminal that nobody looks at. */
class FakeTerminal extends Writable {
  readonly isTTY = true;
  readonly columns = 80;
  readonly rows = 24;
  written = "";

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += chunk.toString();
    done();
  }
}

const options = {
  stdin: new PassThrough(),
  openApplyScreen,
  color: true,
  width: 80,
  next: { goOn: "orgform apply" },
  interrupt: () => {},
  divertInterrupt: () => () => {},
};

async function* stream(events: readonly ApplyEvent[]): AsyncGenerator<ApplyEvent> {
  yield* events;
}

beforeEach(() => vi.stubEnv("CI", "false"));
afterEach(() => vi.unstubAllEnvs());

describe("the apply screen", () => {
  test("works without a keyboard, shows each end once and closes with the report", async () => {
    const stdout = new FakeTerminal();
    await showApply(stream(applyEvents), applySteps, { ...options, stdout });
    expect(stdout.written.split("Creation complete\n")).toHaveLength(2);
    expect(stdout.written).toContain("In doubt (may or may not have happened; the next plan shows it)");
    expect(stdout.written.trimEnd().split("\n").at(-1)).toContain("Apply interrupted.");
  });

  test("gives the terminal back when the run breaks, and passes the error on", async () => {
    const stdout = new FakeTerminal();
    async function* breaking(): AsyncGenerator<ApplyEvent> {
      yield* applyEvents.slice(0, 5);
      throw new Error("defect");
    }
    const shown = showApply(breaking(), applySteps, { ...options, stdout });
    await expect(shown).rejects.toThrow("defect");
    expect(stdout.written).toContain("Labor München:");
    expect(stdout.written.endsWith("\u001b[?25h")).toBe(true);
  });

  test("lets no name move the cursor", async () => {
    const stdout = new FakeTerminal();
    const address = "\u001b[2J\u009b2J\u202ex\r\n";
    const ref = { step: 1, address, kind: "group", action: "create" } as const;
    const events: ApplyEvent[] = [
      { type: "apply_start", ...ref },
      { type: "apply_progress", ...ref, message: address },
      { type: "apply_complete", ...ref, id: address, warnings: [address] },
    ];
    await showApply(stream(events), [], { ...options, stdout });
    expect(stdout.written).toContain("\\u{1b}[2J\\u{9b}2J\\u{202e}x\\u{d}\\u{a}");
    expect(stdout.written).not.toMatch(/\u202e|\u009b|\r/);
    expect(stdout.written).not.toContain("\u001b[2J");
  });
});
