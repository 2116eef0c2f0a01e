import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, expect, it } from "vitest";
import { billOfMaterials, pageInPackage, releaseNotes, repositoryFields } from "../../.ci/release/parts.mjs";
import { bundledIn } from "../support/bundled.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const { version } = JSON.parse(read("package.json"));

const env = { GITHUB_SERVER_URL: "https://github.example", GITHUB_REPOSITORY: "northwind/orgform" };

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
    expect(repositoryFields(env)).toEqual({
      repository: { type: "git", url: "git+https://github.example/northwind/orgform.git" },
      homepage: "https://github.example/northwind/orgform#readme",
      bugs: { url: "https://github.example/northwind/orgform/issues" },
    });
    expect(() => repositoryFields({})).toThrow("GITHUB_REPOSITORY");
    expect(() => repositoryFields({ ...env, GITHUB_REPOSITORY: "northwind" })).toThrow("no address");
  });

  it("has no dead link on its pages: what the package leaves out is in the repository", async () => {
    const { stdout } = await execa("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: ROOT });
    const [packed]: readonly Packed[] = JSON.parse(stdout);
    const files = (packed?.files ?? []).map(({ path }) => path);
    const homepage = "https://github.example/northwind/orgform#readme";
    const blob = `https://github.example/northwind/orgform/blob/v${version}/`;
    const leftOut: string[] = [];
    for (const page of files.filter((path) => path.endsWith(".md"))) {
      const text = pageInPackage(read(page), page, { files, homepage, version });
      for (const [, to = ""] of text.matchAll(/\]\(([^)\s#]+)/g)) {
        if (to.startsWith(blob)) leftOut.push(to.slice(blob.length));
        else if (!/^\w+:/.test(to)) expect(files, page).toContain(posix.join(posix.dirname(page), to));
      }
    }
    expect(leftOut).toEqual(expect.arrayContaining(["docs/images/plan.png", "examples", "src/README.md"]));
    expect(leftOut.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("lists for scanners exactly the libraries whose licences go with it, whenever it is made", () => {
    const named = bundledIn("dist/THIRD-PARTY-LICENSES.txt");
    expect(named.length).toBeGreaterThan(30);
    const bill = billOfMaterials(named, repositoryFields(env));
    expect(bill).toMatchObject({
      bomFormat: "CycloneDX",
      metadata: { component: { name: "orgform", version } },
    });
    const keys = named.map((one) => `${one.name}@${one.version}`);
    const listed = bill.components.map((one: { "bom-ref": string }) => one["bom-ref"]);
    expect([...new Set(listed)].sort()).toEqual([...new Set(keys)].sort());
    expect(JSON.stringify(bill)).not.toMatch(/registry|development|timestamp|serialNumber/);
    expect(billOfMaterials(named, repositoryFields(env))).toEqual(bill);
  });
});

/** What `npm pack --json` says of a package. */
interface Packed {
  readonly files: readonly { readonly path: string }[];
}
