import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { RESOURCE_KINDS } from "../../src/model/resource-kind.js";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
const WINGS = ["kinds", "sandbox", "sign-in", "acceptance"].map((wing) => `${wing}/**`);
const FILES = globSync("**/*.{ts,tsx}", { cwd: SRC, ignore: ["**/generated/**", ...WINGS] });

/** `type === "group"` and its like; a source of a value and a question have a `kind` of their own. */
const BY_NAME = new RegExp(
  `(?<!source\\??\\.|question\\.)\\b(?:type|kind)\\)?\\s*[!=]==\\s*"(?:${RESOURCE_KINDS.join("|")})"`,
);

describe("engines", () => {
  it("ask a kind what it is, and not for it by its name", () => {
    const asking = FILES.filter((file) => BY_NAME.test(readFileSync(join(SRC, file), "utf8")));
    expect(FILES.length).toBeGreaterThan(400);
    expect(asking).toEqual([]);
  });
});
