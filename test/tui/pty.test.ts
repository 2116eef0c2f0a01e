import { beforeAll, describe, expect, test } from "vitest";
import { bundleDemo, runDemo } from "./fixtures/terminal.js";

let demo: string;
beforeAll(async () => {
  demo = await bundleDemo();
});

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const times = (text: string, part: string): number => text.split(part).length - 1;

describe("the apply screen in a terminal", () => {
  test("keeps to the terminal's height, and shows the rest as a number", async () => {
    const terminal = runDemo(demo, "apply", 80, 12);
    await terminal.until((text) => text.includes("0 of 40 · 0 % · ") && text.includes("30 in flight"));
    expect(terminal.text().split("\n").length).toBeLessThanOrEqual(12);
    expect(terminal.text()).toContain("and 25 more in flight");
    expect(terminal.text()).toContain("+ northwind-prod/groups/Group 1 with a name: Creating...");
    terminal.kill();
    await terminal.ended();
  });

  test("says why it waits, then what ended, and leaves a report", async () => {
    const terminal = runDemo(demo, "apply", 100, 20);
    await terminal.until((text) => text.includes("30 in flight"));
    terminal.next();
    await terminal.until((text) => /Waiting: the rate limit is reached, going on in 9 min \d+s/.test(text));
    terminal.next();
    await terminal.until((text) => /▕█{12}░{8}▏ 25 of 40 · 62 % · .*5 in flight/.test(text));
    expect(terminal.screen()).not.toContain("Waiting");
    terminal.next();
    expect(await terminal.ended()).toBe(0);
    const text = terminal.text();
    for (let i = 1; i <= 30; i += 1) {
      expect(times(text, `Group ${i} with a name: Creation complete`)).toBe(1);
    }
    expect(text).not.toContain("Creating...");
    expect(text).toContain("Done, with a warning from the service");
    expect(text).toMatch(/Apply complete\. Changes: 30 added[\s\S]*10 not\s+started/);
  });

  test("follows the terminal when it is made smaller and larger", async () => {
    const terminal = runDemo(demo, "apply", 100, 40);
    await terminal.until((text) => text.includes("30 in flight"));
    expect(terminal.text()).not.toContain("more in flight");
    terminal.resize(60, 10);
    await terminal.until((text) => text.includes("and 27 more in flight"));
    expect(
      terminal
        .screen()
        .split("\n")
        .every((line) => line.length <= 60),
    ).toBe(true);
    terminal.resize(120, 40);
    await terminal.until(() => /Group 30 with a name: Creating/.test(terminal.screen()));
    expect(terminal.screen()).not.toContain("more in flight");
    for (let i = 0; i < 3; i += 1) terminal.next();
    expect(await terminal.ended()).toBe(0);
  });

  test("takes Ctrl-C as a wish to stop, says so, and finishes what is in flight", async () => {
    const terminal = runDemo(demo, "apply", 100, 12);
    await terminal.until((text) => text.includes("30 in flight"));
    terminal.type(CTRL_C);
    await terminal.until((text) => text.includes("Finishing what is in flight. Ctrl-C again stops at once."));
    for (let i = 0; i < 3; i += 1) terminal.next();
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text()).toContain("Apply interrupted.");
    expect(terminal.text()).toContain("interrupts: 1");
  });
});

describe("the question before an apply", () => {
  const ask = async (...answers: readonly string[]): Promise<string> => {
    const terminal = runDemo(demo, "ask", 100, 40);
    for (const [i, answer] of answers.entries()) {
      await terminal.until((text) => times(text, "Enter ") === i + 1);
      terminal.type(answer);
    }
    await terminal.ended();
    return terminal.text();
  };
  const YES = '{"approved":true,"archives":["Labor München","old \\u202elab"]}';
  const NO = '{"approved":false,"archives":[]}';

  test("takes yes and the exact name of everything that is archived", async () => {
    const text = await ask("yes\r", "Labor München\r", "old \\u{202e}lab\r");
    expect(text).toContain(YES);
    expect(text).toContain("Archive the workspace old \\u{202e}lab?");
  });

  test.each([
    ["anything but yes", ["y\r"]],
    ["an empty line", ["\r"]],
    ["a wrong name", ["yes\r", "Labor Munchen\r"]],
    ["the end of input", [CTRL_D]],
  ])("takes %s for a no", async (_, answers) => {
    expect(await ask(...answers)).toContain(NO);
  });

  test.each([[[CTRL_C]], [["yes\r", CTRL_C]]])("takes Ctrl-C for the end of the run", async (answers) => {
    expect(await ask(...answers)).toContain('{"approved":false,"archives":[],"interrupted":true}');
  });

  test("shows the whole plan again for details, and asks again", async () => {
    const text = await ask("details\r", "no\r");
    expect(times(text, "THE WHOLE PLAN")).toBe(1);
    expect(times(text, "Enter a value:")).toBe(2);
    expect(text).toContain(NO);
  });

  test.each([
    ["a whole line", "yes\r"],
    ["the beginning of one", "ye"],
  ])("does not take what was typed before it stood there: %s", async (_, ahead) => {
    const terminal = runDemo(demo, "ask", 100, 40);
    terminal.type(ahead);
    await terminal.until((text) => text.includes("Enter a value:"));
    terminal.type("s\r");
    await terminal.ended();
    expect(terminal.text()).toContain(NO);
    expect(terminal.text()).not.toContain("Archive the workspace");
  });
});
