#!/usr/bin/env node
import { VERSION } from "./version.js";

const [, , ...argv] = process.argv;
/** What a pipe without a reader says: first, and from then on. */
const READER_LEFT: ReadonlySet<string> = new Set(["EPIPE", "ERR_STREAM_DESTROYED"]);

/** What `--detailed-exitcode` and `drift` end with. */
const DIFFERENCES = 2;
const LAST_WAIT_MS = 500;

// The one question that needs nothing else to be loaded.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else {
  void main();
}

async function main(): Promise<void> {
  const stop = new AbortController();
  const kill = new AbortController();
  let signal: NodeJS.Signals | undefined;
  /** As if nobody had listened. */
  const endNow = (received: NodeJS.Signals): void => {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
    process.kill(process.pid, received);
  };
  const interrupt = (received: NodeJS.Signals): void => {
    signal ??= received;
    if (kill.signal.aborted) endNow(received);
    else if (stop.signal.aborted) kill.abort();
    else
      process.stderr.write("\nInterrupted: finishing what is in flight. Interrupt again to stop at once.\n");
    stop.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  // A reader that went away (`| head`) or a full disk ends the output, not what was begun.
  let unwritten: NodeJS.ErrnoException | undefined;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (!READER_LEFT.has(error.code ?? "")) unwritten ??= error;
    });
  }

  const { createCodeLoader } = await import("./code-loader.js");
  const { env, stdout, stderr } = process;
  // Node's own switch for its own cache of this kind.
  const loader = createCodeLoader(__dirname, env.NODE_DISABLE_COMPILE_CACHE ? undefined : (argv[0] ?? ""));
  const { run } = loader.load("chunks/command.js") as typeof import("./cli/run.js");
  const context = {
    version: VERSION,
    env,
    // Opening it takes 3 ms, and few commands ask for it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    now,
    stop: stop.signal,
    kill: kill.signal,
    importScreen: () => import("./tui/apply-screen.js"),
  };
  // Should nothing be left to wait for before it ends: that is no success.
  process.exitCode = 1;
  const code = await run({ argv, context, interruptedBy: () => signal });
  if (code === 0) loader.keep();
  if (unwritten !== undefined) stderr.write(`Error: the output cannot be written (${unwritten.code})\n`);
  process.exitCode = unwritten !== undefined && (code === 0 || code === DIFFERENCES) ? 1 : code;
  process.off("SIGINT", interrupt);
  process.off("SIGTERM", interrupt);
  // Whoever waits for a pipe that nobody writes to would wait for ever.
  if (signal !== undefined) setTimeout(endNow, LAST_WAIT_MS, signal).unref();
}

/** The clock of the process; tests and repeatable reports set SOURCE_DATE_EPOCH (seconds). */
function now(): Date {
  const fixed = new Date(Number(process.env.SOURCE_DATE_EPOCH || Number.NaN) * 1_000);
  return Number.isNaN(fixed.getTime()) ? new Date() : fixed;
}
