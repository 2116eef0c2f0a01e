// Makes the tag that publishes a release, here and nowhere else yet: `npm run release:tag`. The action of this repository
// starts from the commit that it is pinned by, so that commit carries its build: a child of HEAD, on no branch.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { releaseNotes } from "./parts.mjs";

/** The files that the action starts, and the licences of what is in them. */
const BUILD = ["dist/main.js", "dist/chunks", "dist/THIRD-PARTY-LICENSES.txt", ".github/action/dist"];

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const tag = `v${version}`;
releaseNotes(readFileSync("CHANGELOG.md", "utf8"), version, { released: true });
if (git("status", "--porcelain") !== "") throw new Error("there are changes that are not committed");
if (git("tag", "--list", tag) !== "") throw new Error(`the tag ${tag} exists already`);
execFileSync(process.execPath, ["src/build/build.mjs"], { stdio: "inherit" });

// An index of its own: neither the branch nor the files here change.
const folder = mkdtempSync(join(tmpdir(), "orgform-tag-"));
process.env.GIT_INDEX_FILE = join(folder, "index");
try {
  git("read-tree", "HEAD");
  git("add", "--force", "--", ...BUILD);
  const message = `chore(release): ${tag}, with its build`;
  const commit = git("commit-tree", git("write-tree"), "-p", "HEAD", "-m", message);
  git("tag", "--annotate", "--message", tag, tag, commit);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${tag} is made. Publish it: git push origin ${tag}`);

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}
