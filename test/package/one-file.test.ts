import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawn } from "@lydell/node-pty";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundleAsOneFile } from "../../.ci/release/one-file.mjs";

/** The executable that was just made: `npm run executable` runs these tests on it, on every platform. */
const EXECUTABLE = process.env.ORGFORM_EXECUTABLE;
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** Nobody has Node or a setting where an executable is downloaded to; Windows starts no program without the first two. */
const env = Object.fromEntries(
  ["SystemRoot", "SystemDrive", "TEMP"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-one-file-"));
  copyFileSync("examples/quickstart/orgform.yaml", join(folder, "orgform.yaml"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a run prints that ends well and has nothing to complain of, in a folder with nothing but a file. */
async function print(program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await execa(program, args, { cwd: folder, env, extendEnv: false });
  expect(stderr).toBe("");
  return stdout;
}

it("the program of a single executable is one file that runs in a folder without any other", async () => {
  const program = join(folder, "main.cjs");
  await bundleAsOneFile(program, "1.2.3");
  expect(await print(process.execPath, program, "--version")).toBe("1.2.3");
  expect(
    await print(process.execPath, program, "apply", "--sandbox", "org.json", "--auto-approve"),
  ).toContain("Apply complete");
});

describe.runIf(EXECUTABLE)("the executable", () => {
  const program = resolve(EXECUTABLE ?? "");

  it("runs without Node", async () => {
    expect(await print(program, "--version")).toBe(version);
    expect(await print(program, "--help")).toMatch(/^Usage: orgform/);
    expect(await print(program, "validate")).toContain("The file is valid");
    expect(await print(program, "plan", "--sandbox", "org.json")).toMatch(/^Plan: \d+ to add/m);
    expect(await print(program, "apply", "--sandbox", "org.json", "--auto-approve")).toContain(
      "Apply complete",
    );
    expect(await print(program, "plan", "--sandbox", "org.json")).toMatch(/^No changes\./m);
  });

  it("asks in a terminal, and shows the live screen with its layout engine", async () => {
    const terminal = spawn(program, ["apply", "--sandbox", "org.json"], {
      cwd: folder,
      cols: 100,
      rows: 200,
      env: { ...env, TERM: "xterm" },
    });
    let screen = "";
    let isAnswered = false;
    terminal.onData((data) => {
      screen += data;
      if (isAnswered || !screen.includes("Enter a value")) return;
      isAnswered = true;
      terminal.write("yes\r");
    });
    const exitCode = await new Promise((ended) => terminal.onExit((exit) => ended(exit.exitCode)));
    expect({ exitCode, isAnswered }, screen).toEqual({ exitCode: 0, isAnswered: true });
    expect(screen).toContain("Apply complete");
    expect(await print(program, "plan", "--sandbox", "org.json")).toMatch(/^No changes\./m);
  });
});
