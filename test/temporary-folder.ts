import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What git does for repositories that live longer than a test, and hooks that nobody calls. */
const GIT = `[core]
  fsync = none
[gc]
  auto = 0
[maintenance]
  auto = false
[init]
  templateDir =
`;

/**
 * Gives a run of the tests a temporary folder of its own, and git no settings of the machine's user. The folder is gone
 * after the run, with all that tests left in it.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "orgform-tests-"));
  // Windows looks at TEMP, all others at TMPDIR.
  process.env.TMPDIR = folder;
  process.env.TEMP = folder;
  process.env.GIT_CONFIG_GLOBAL = join(folder, "gitconfig");
  writeFileSync(process.env.GIT_CONFIG_GLOBAL, GIT);
  return () => rmSync(folder, { recursive: true, force: true });
}
