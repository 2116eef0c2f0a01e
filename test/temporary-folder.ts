import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a run of the tests a temporary folder of its own. It is gone after the run, with all that tests left in it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "orgform-tests-"));
  // Windows looks at TEMP, all others at TMPDIR.
  process.env.TMPDIR = folder;
  process.env.TEMP = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
