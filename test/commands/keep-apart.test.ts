import { expect, it } from "vitest";
import { keepApart } from "../../src/commands/keep-apart.js";

it.each([
  [["a.yaml"], ["./a.yaml"]],
  [["a.yaml"], ["b.json", "x/../b.json"]],
  [
    ["a.yaml", "plan.json"],
    [undefined, "plan.json"],
  ],
])("refuses to write over what is read or written: %j, %j", (read, written) => {
  expect(() => keepApart(read, written)).toThrow("would be overwritten");
});

it.each([
  [["a.yaml"], ["b.json", "c.json"]],
  [["/dev/stdin"], ["-", "-"]],
  [["a.yaml"], ["/dev/null", "/dev/null"]],
  [["a.yaml"], [undefined, undefined]],
])("lets pass what is apart: %j, %j", (read, written) => {
  expect(() => keepApart(read, written)).not.toThrow();
});
