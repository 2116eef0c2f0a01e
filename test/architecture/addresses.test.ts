import { expect, it } from "vitest";
import { SOURCES, textOf } from "./sources.js";

/** The files that need the segments of an address, and not its names. A file may leave this list; none may join it. */
const STILL: readonly string[] = [
  "commands/session/sign-in-findings.ts", // the path of a setting
  "config/config.ts", // down the file, key by key
  "model/address.ts",
  "plan/guards/live-names.ts", // the same address under other names
  "report/diagnostics/alike.ts", // resources and rules alike
];

it("nobody picks names out of an address by counting its segments", () => {
  const parsing = SOURCES.filter((file) => /\bparseAddress\(/.test(textOf(file)));
  expect(parsing.sort()).toEqual(STILL);
});
