import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { bundleAsOneFile } from "../../src/build/release/executable/one-file.mjs";

it("the program of a single executable is one file that runs in a folder without any other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-one-file-"));
  try {
    const program = join(folder, "main.cjs");
    await bundleAsOneFile(program, "1.2.3");
    copyFileSync("examples/quickstart/orgform.yaml", join(folder, "orgform.yaml"));
    const run = (...args: string[]) => execa(process.execPath, [program, ...args], { cwd: folder });
    expect((await run("--version")).stdout).toBe("1.2.3");
    expect((await run("apply", "--sandbox", "org.json", "--auto-approve")).stdout).toContain(
      "Apply complete",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
