import { describe, expect, test } from "vitest";
import { exceedsScreen, pagerOf } from "../../src/tui/pager.js";

describe("the pager", () => {
  test.each([
    [{}, "less"],
    [{ PAGER: "more" }, "more"],
    [{ PAGER: "more", ORGFORM_PAGER: "less -S" }, "less -S"],
    [{ PAGER: "" }, undefined],
    [{ PAGER: "more", ORGFORM_PAGER: "cat" }, undefined],
  ])("of %j is %s", (env, pager) => {
    expect(pagerOf(env)).toBe(pager);
  });

  test("is for text that takes more rows than there are, wrapped lines counted", () => {
    const screen = Object.assign(process.stdout, {});
    const of = (text: string, rows: number | undefined, columns = 10) =>
      exceedsScreen(text, Object.assign(Object.create(screen), { rows, columns }));
    expect(of("a\nb\n", 3)).toBe(false);
    expect(of("a\nb\nc\n", 3)).toBe(true);
    expect(of(`${"x".repeat(31)}`, 3)).toBe(true);
    expect(of(`\u001b[1m${"x".repeat(30)}\u001b[0m`, 3)).toBe(false);
    expect(of("a\n".repeat(99), undefined)).toBe(false);
    // A container's terminal has no columns until somebody is attached to it.
    expect(of("a\nb\n", 3, 0)).toBe(false);
  });
});
