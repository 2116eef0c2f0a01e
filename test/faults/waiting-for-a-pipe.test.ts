import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { execa } from "execa";
import { expect, it } from "vitest";
import { openFolder } from "../commands/folder.js";
import { ORGFORM } from "../support/run-built.js";

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("ends with %s while nobody writes to it", async (signal, exitCode) => {
  const folder = await openFolder();
  await execa("mkfifo", [folder.path("pipe")]);
  const child = spawn(process.execPath, [ORGFORM, "validate", "-f", folder.path("pipe")], {
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await pause(500);
  child.kill(signal);
  const [code, by] = await ended;
  // On a busy machine the signal may come before or after the command listens for it.
  expect([signal, exitCode]).toContain(by ?? code);
});
