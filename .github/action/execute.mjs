import { spawn } from "node:child_process";

/**
 * Runs a program to its end and resolves with its output. A cancelled job interrupts this process only: the signal is
 * passed on, so that an apply finishes what is in flight and writes its receipt.
 */
export function execute(program, args, { cwd, env, write }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8").on("data", (text) => {
        output[name] += text;
        write(text);
      });
    }
    const forward = (signal) => child.kill(signal);
    process.on("SIGINT", forward).on("SIGTERM", forward);
    child.on("error", reject);
    child.on("close", (exitCode) => {
      process.off("SIGINT", forward).off("SIGTERM", forward);
      resolve({ ...output, exitCode: exitCode ?? 1 });
    });
  });
}
