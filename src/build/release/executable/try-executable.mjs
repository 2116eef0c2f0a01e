// Tries a single executable as a user has it after downloading it: in a folder with nothing but a file, without Node, without
// an environment. Throws at the first thing that is not as it should be.
import { deepStrictEqual, match } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spawn } from "@lydell/node-pty";

/** Windows starts no program without the first two. */
const NEEDED = ["SystemRoot", "SystemDrive", "TEMP"];
const env = Object.fromEntries(
  NEEDED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);
const PATIENCE_MS = 60_000;

export async function tryExecutable(program, version) {
  const folder = mkdtempSync(join(tmpdir(), "orgform-executable-"));
  const at = { program: resolve(program), folder };
  copyFileSync("examples/quickstart/orgform.yaml", join(folder, "orgform.yaml"));
  try {
    expectRun(at, ["--version"], new RegExp(`^${version}\n$`.replaceAll(".", "\\.")));
    expectRun(at, ["--help"], /^Usage: orgform/m);
    expectRun(at, ["validate"], /The file is valid/);
    expectRun(at, ["plan", "--sandbox", "scripted.json"], /^Plan: \d+ to add/m);
    expectRun(at, ["apply", "--sandbox", "scripted.json", "--auto-approve"], /^Apply complete/m);
    expectRun(at, ["plan", "--sandbox", "scripted.json"], /^No changes\./m);
    // A person at a terminal: the question, and the live screen with its layout engine.
    match(await applyByHand(at, "typed.json"), /Apply complete/);
    expectRun(at, ["plan", "--sandbox", "typed.json"], /^No changes\./m);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function expectRun({ program, folder }, args, expected) {
  const ran = spawnSync(program, args, { cwd: folder, env, encoding: "utf8", timeout: PATIENCE_MS });
  const result = { args, status: ran.status, stderr: ran.stderr };
  deepStrictEqual(result, { args, status: 0, stderr: "" });
  match(ran.stdout.replaceAll("\r\n", "\n"), expected);
}

async function applyByHand({ program, folder }, sandbox) {
  const terminal = spawn(program, ["apply", "--sandbox", sandbox], {
    cwd: folder,
    cols: 100,
    rows: 200,
    env: { ...env, TERM: "xterm" },
  });
  let screen = "";
  let answered = false;
  terminal.onData((data) => {
    screen += data;
    if (answered || !screen.includes("Enter a value")) return;
    answered = true;
    terminal.write("yes\r");
  });
  const patience = setTimeout(() => terminal.kill(), PATIENCE_MS);
  const { exitCode } = await new Promise((resolve) => terminal.onExit(resolve));
  clearTimeout(patience);
  deepStrictEqual({ exitCode, answered }, { exitCode: 0, answered: true }, screen);
  return screen;
}
