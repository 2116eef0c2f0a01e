import { describe, expect, test } from "vitest";
import { canRedraw, isInteractive, outputStyleOf } from "../../src/commands/context/context.js";
import { productStyle } from "../../src/commands/documents/write-output.js";
import { testContext } from "../support/context.js";

const of = (env: Record<string, string>, isTTY?: true) =>
  testContext({ env, ...(isTTY === undefined ? {} : { isTTY }) }).context;

describe("colour", () => {
  test.each([
    [{}, true, undefined, true],
    [{}, undefined, undefined, false],
    [{}, true, false, false],
    [{ NO_COLOR: "1" }, true, undefined, false],
    [{ NO_COLOR: "" }, true, undefined, true],
    [{ TERM: "dumb" }, true, undefined, false],
    [{ FORCE_COLOR: "1" }, undefined, undefined, true],
    [{ FORCE_COLOR: "0" }, true, undefined, false],
    [{ CLICOLOR_FORCE: "1" }, undefined, undefined, true],
    [{ CLICOLOR_FORCE: "0" }, undefined, undefined, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, undefined, undefined, false],
    [{ FORCE_COLOR: "1" }, undefined, false, false],
  ] as const)("with %j, a terminal: %s, --no-color: %s, is %s", (env, isTTY, wanted, expected) => {
    const context = of(env, isTTY);
    expect(outputStyleOf(context, context.stdout, wanted).color).toBe(expected);
    expect(
      outputStyleOf(context, Object.assign(Object.create(context.stdout), { columns: 0 }), wanted).width,
    ).toBe(100);
  });

  test("a file has none, standard output by its name has what the terminal has", () => {
    const context = of({ FORCE_COLOR: "1" }, true);
    expect(productStyle(context, { out: "plan.txt" }).color).toBe(false);
    expect(productStyle(context, { out: "-" }).color).toBe(true);
  });
});

test("lines are redrawn on terminals only, whatever the colour", () => {
  const drawn = (env: Record<string, string>, isTTY?: true) => {
    const context = of(env, isTTY);
    return canRedraw(context, context.stdout);
  };
  expect(drawn({ NO_COLOR: "1" }, true)).toBe(true);
  expect(drawn({ FORCE_COLOR: "1" })).toBe(false);
  expect(drawn({ TERM: "dumb" }, true)).toBe(false);
  expect(drawn({ CI: "true" }, true)).toBe(false);
});

test.each([0, undefined])("lines are not redrawn on a terminal of %s rows", (rows) => {
  const context = of({}, true);
  expect(canRedraw(context, Object.assign(Object.create(context.stdout), { rows }))).toBe(false);
});

test.each(["0", "false", ""])("CI=%s is no pipeline", (CI) => {
  const context = of({ CI }, true);
  expect(canRedraw(context, context.stdout)).toBe(true);
  expect(isInteractive(context)).toBe(true);
});
