import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { releaseNotes } from "../../src/build/release/changelog.mjs";
import { repositoryFields, repositoryOfWorkflow } from "../../src/build/release/repository.mjs";
import { writeSbom } from "../../src/build/release/sbom.mjs";
import { isLeftOut } from "../support/apart.js";
import { bundledIn } from "../support/bundled.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const { version } = JSON.parse(read("package.json"));

describe("a release", () => {
  it("is told of in the changelog, with a date once it is released", () => {
    expect(releaseNotes(read("CHANGELOG.md"), version, { released: false })).toMatch(/^- /m);
    const changelog =
      "# Changelog\n\n## 1.2.0 – unreleased\n\n- New.\n\n## 1.1.0 – 2026-11-01\n\n- Old.\n\n## 1.0.0 – 2026-10-01\n";
    expect(releaseNotes(changelog, "1.1.0", { released: true })).toBe("- Old.\n");
    expect(releaseNotes(changelog, "1.2.0", { released: false })).toBe("- New.\n");
    const refused = ["1.2.0", "1.0.0", "1.3.0", "1.1"];
    for (const one of refused) expect(() => releaseNotes(changelog, one, { released: true }), one).toThrow();
  });

  it("is of the repository that its workflow runs in, or fails", () => {
    const env = { GITHUB_SERVER_URL: "https://github.example", GITHUB_REPOSITORY: "northwind/orgform" };
    expect(repositoryFields(repositoryOfWorkflow(env))).toEqual({
      repository: { type: "git", url: "git+https://github.example/northwind/orgform.git" },
      homepage: "https://github.example/northwind/orgform#readme",
      bugs: { url: "https://github.example/northwind/orgform/issues" },
    });
    expect(() => repositoryFields(repositoryOfWorkflow({}))).toThrow("GITHUB_REPOSITORY");
    expect(() => repositoryFields("https://github.example/northwind")).toThrow("no address");
  });

  it.skipIf(isLeftOut(".ci/release"))(
    "lists for scanners exactly the libraries whose licences go with it",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "orgform-sbom-"));
      try {
        await writeSbom(join(folder, "sbom.json"), version);
        const { metadata, components } = JSON.parse(readFileSync(join(folder, "sbom.json"), "utf8"));
        expect(metadata.component).toMatchObject({ name: "orgform", version });
        const listed: string[] = components.map(({ purl }: { purl: string }) =>
          decodeURIComponent(purl.replace(/^pkg:npm\/|\?.*$/g, "")),
        );
        const named = bundledIn("dist/THIRD-PARTY-LICENSES.txt").map((one) => `${one.name}@${one.version}`);
        expect(named.length).toBeGreaterThan(30);
        expect([...new Set(listed)].sort()).toEqual([...new Set(named)].sort());
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
