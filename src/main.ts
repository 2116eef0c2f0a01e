#!/usr/bin/env node
import { VERSION } from "./version.js";

const [, , ...argv] = process.argv;

// The one question that needs nothing else to be loaded.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else {
  await main();
}

async function main(): Promise<void> {
  const stop = new AbortController();
  const kill = new AbortController();
  let signal: NodeJS.Signals | undefined;
  const interrupt = (received: NodeJS.Signals): void => {
    signal ??= received;
    if (stop.signal.aborted) kill.abort();
    else
      process.stderr.write("\nInterrupted: finishing what is in flight. Interrupt again to stop at once.\n");
    stop.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  // A reader that went away (`| head`) ends the output, not what was begun.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreClosedPipe);

  const { run } = await import("./cli/run.js");
  const { env, stdin, stdout, stderr } = process;
  const context = { version: VERSION, env, stdin, stdout, stderr, now, stop: stop.signal, kill: kill.signal };
  process.exitCode = await run({ argv, context, interruptedBy: () => signal });
  process.off("SIGINT", interrupt);
  process.off("SIGTERM", interrupt);
}

/** The clock of the process; tests and repeatable reports set SOURCE_DATE_EPOCH (seconds). */
function now(): Date {
  const fixed = Number(process.env.SOURCE_DATE_EPOCH);
  return process.env.SOURCE_DATE_EPOCH && Number.isFinite(fixed) ? new Date(fixed * 1_000) : new Date();
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
