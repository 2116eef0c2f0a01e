import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { VERSION } from "../examples/workshop.js";
import { orgform as built } from "../support/run-built.js";
import { orgform as here } from "../support/run-in-process.js";

/**
 * A transcript is a folder with `commands` (a command a line), the files they use, and `expected`: what was printed
 * and how each ended. `npm run golden` rewrites `expected`.
 */
const HERE = fileURLToPath(new URL("./transcripts/", import.meta.url));
const TRANSCRIPTS = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Those of the built command; the others run in this process, which prints the same. */
const BUILT: ReadonlySet<string> = new Set([
  "a-first-change-and-an-empty-second-plan",
  "a-receipt-has-every-value-before",
  "help",
]);

describe.each(TRANSCRIPTS.map(({ name }) => name))("%s", (name) => {
  it("prints and exits as written down", async () => {
    const folder = join(HERE, name);
    const cwd = mkdtempSync(join(tmpdir(), "orgform-transcript-"));
    cpSync(folder, cwd, { recursive: true });
    const world = readdirSync(folder).includes("organization.json")
      ? JSON.parse(readFileSync(join(folder, "organization.json"), "utf8"))
      : {};
    const sandbox = await startSandbox({ seed: world, token: "transcript-token" });
    try {
      const lines = readFileSync(join(folder, "commands"), "utf8").split("\n").filter(Boolean);
      const orgform = BUILT.has(name) ? built : here;
      let printed = "";
      for (const line of lines) {
        const run = await orgform(wordsOf(line), {
          cwd,
          env: {
            ORGFORM_BASE_URL: sandbox.url,
            ORGFORM_TOKEN: "transcript-token",
          },
          now: new Date("2027-01-15T08:00:00Z"),
        });
        printed += `$ orgform ${line}\n${section("stdout", run.stdout)}${section("stderr", run.stderr)}exit ${run.exitCode}\n\n`;
      }
      // Ids that the sandbox makes, the port and the clock are the only things that differ from run to run.
      const stable = printed
        .replaceAll(sandbox.origin, "http://sandbox")
        .replaceAll(cwd, ".")
        // The sources have no version before they are built.
        .replaceAll(/\b0\.0\.0\b/g, VERSION)
        .replace(/\b20\d\d-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z/g, "2027-01-15T08-00-00.000Z")
        .replace(/\b(ws|grp|uad|ua|usr|invite)_[0-9a-f]{16}\b/g, "$1_…");
      await expect(stable).toMatchFileSnapshot(join(folder, "expected"));
    } finally {
      await sandbox.close();
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});

function section(title: string, text: string): string {
  return text === "" ? "" : `--- ${title}\n${text.endsWith("\n") ? text : `${text}\n`}`;
}

/** Words as a shell would see them, quotes included. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
