import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { thirdPartyNotices } from "../../src/build/notices.mjs";

const folder = mkdtempSync(join(tmpdir(), "orgform-notices-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("third-party notices", () => {
  it("stop the build where a package has no licence text, or no licence", () => {
    const silent = { name: "silent", version: "1.0.0", license: "MIT", folder };
    expect(() => thirdPartyNotices([silent])).toThrow("silent 1.0.0");
    writeFileSync(join(folder, "LICENSE-MIT.txt"), "\n");
    expect(() => thirdPartyNotices([silent])).toThrow("silent 1.0.0");
    writeFileSync(join(folder, "LICENSE-MIT.txt"), "Permission is hereby granted");
    expect(thirdPartyNotices([silent])).toContain("Permission is hereby granted");
    const { license, ...unlicensed } = silent;
    expect(() => thirdPartyNotices([unlicensed])).toThrow("silent 1.0.0");
  });

  it("name every library of the built package with its text, and what is compiled into one", () => {
    const path = fileURLToPath(new URL("../../dist/THIRD-PARTY-LICENSES.txt", import.meta.url));
    const notices = readFileSync(path, "utf8").split(`\n${"-".repeat(72)}\n\n`);
    for (const notice of notices) {
      expect(notice).toMatch(/^\S+ \d\S* \(.+\)\n\n/);
      expect(notice).toMatch(/copyright|permission is hereby granted/i);
    }
    const named = (name: string): string => notices.find((notice) => notice.startsWith(`${name} `)) ?? "";
    expect(named("undici")).toContain("llhttp");
    expect(named("yoga-layout")).toContain("Meta Platforms");
  });
});
