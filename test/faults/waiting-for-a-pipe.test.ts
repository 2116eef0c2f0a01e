import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { execa } from "execa";
import { expect, it } from "vitest";
import { openFolder } from "../commands/folder.js";
import { ORGFORM } from "../support/run-built.js";

it.each(["SIGINT", "SIGTERM"] as const)("ends with %s while nobody writes to it", async (signal) => {
  const folder = await openFolder();
  await execa("mkfifo", [folder.path("pipe")]);
  const child = spawn(process.execPath, [ORGFORM, "validate", "-f", folder.path("pipe")], {
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await pause(500);
  child.kill(signal);
  const [code, by] = await ended;
  expect(by ?? code).toBe(signal);
});
