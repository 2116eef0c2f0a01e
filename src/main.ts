#!/usr/bin/env node
import type { InterruptHandler } from "./commands/context/context.js";
import { enableCompileCache } from "./compile-cache.js";
import { VERSION } from "./version.js";

const [, , ...argv] = process.argv;
/** Errors of a closed pipe, of the first write and of those after it, and of a terminal that is gone. */
const READER_LEFT: ReadonlySet<string> = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "EIO"]);
/** Signals that ask a run to end: what is in flight is finished, also when the terminal's window closes. */
const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const satisfies readonly NodeJS.Signals[];

/** The exit code of `--detailed-exitcode` and `drift` where there are differences. */
const DIFFERENCES = 2;
/** The exit code of a run that has written, and did not do all that it was to do. */
const PARTIAL = 5;
const WRITTEN_ALL_THE_SAME = ". The run has written all the same; `orgform plan` shows if anything is left";
const LAST_WAIT_MS = 500;

// The one question that needs nothing else to be loaded.
if (argv.length === 1 && ["--version", "-V", "-v"].includes(argv[0] ?? "")) {
  process.stdout.write(`${VERSION}\n`);
} else {
  void main();
}

async function main(): Promise<void> {
  const { watched, unwritten } = watchOutput();
  const interrupts = listenForInterrupts(watched);
  enableCompileCache(import.meta.dirname, argv[0]);
  const { run } = await import("./cli/run.js");
  const context = {
    version: VERSION,
    env: process.env,
    stdin: process.stdin,
    stdout: watched(process.stdout),
    stderr: watched(process.stderr),
    now: () => new Date(),
    files: { read: new Set<string>(), written: new Set<string>() },
    said: new Set<string>(),
    sandboxes: new Set<string>(),
    sent: new Set<string>(),
    interrupt: () => void process.kill(process.pid, "SIGINT"),
    divertInterrupt: interrupts.divert,
    stop: interrupts.stop,
    kill: interrupts.kill,
  };
  // An event loop that runs empty before `run` settles counts as a failure.
  process.exitCode = 1;
  const code = await run({ argv, context, interruptedBy: interrupts.received });
  // A stream reports a failed write one turn later.
  await new Promise<void>((resolve) => setImmediate(resolve));
  const failure = unwritten();
  const hasWritten = context.sent.size > 0;
  if (failure !== undefined)
    context.stderr.write(
      `Error: the output cannot be written (${failure.code})${hasWritten ? WRITTEN_ALL_THE_SAME : ""}\n`,
    );
  const isLost = failure !== undefined && (code === 0 || code === DIFFERENCES);
  // An error says that nothing was written in the service.
  process.exitCode = !isLost ? code : hasWritten ? PARTIAL : 1;
  interrupts.end();
}

type Watched = (stream: NodeJS.WriteStream) => NodeJS.WriteStream;

/** A reader that went away (`| head`) or a full disk ends the output, but not the run. */
function watchOutput(): { watched: Watched; unwritten: () => NodeJS.ErrnoException | undefined } {
  let unwritten: NodeJS.ErrnoException | undefined;
  const noteUnwritten = (error: NodeJS.ErrnoException): void => {
    if (!READER_LEFT.has(error.code ?? "")) unwritten ??= error;
  };
  return {
    watched: (stream) => stream.off("error", noteUnwritten).on("error", noteUnwritten),
    unwritten: () => unwritten,
  };
}

/** The first signal asks to stop, the second to give up what is in flight, the third ends the process. */
function listenForInterrupts(watched: Watched) {
  const stop = new AbortController();
  const kill = new AbortController();
  let signal: NodeJS.Signals | undefined;
  let handler: InterruptHandler | undefined;
  const unlisten = (): void => {
    for (const one of INTERRUPTS) process.off(one, interrupt);
  };
  /** Restores the default handling, and ends the process by the signal. */
  const endNow = (received: NodeJS.Signals): void => {
    unlisten();
    process.kill(process.pid, received);
  };
  const interrupt = (received: NodeJS.Signals): void => {
    const current = handler;
    current?.();
    signal ??= received;
    if (kill.signal.aborted) endNow(received);
    else if (stop.signal.aborted) kill.abort();
    else if (current === undefined) watched(process.stderr).write("\nInterrupted.\n");
    stop.abort();
  };
  for (const one of INTERRUPTS) process.on(one, interrupt);
  return {
    stop: stop.signal,
    kill: kill.signal,
    received: () => signal,
    divert(other: InterruptHandler) {
      handler = other;
      return () => {
        handler = undefined;
      };
    },
    end() {
      unlisten();
      // An open stdin that nobody writes to would keep the process alive.
      if (signal !== undefined) setTimeout(endNow, LAST_WAIT_MS, signal).unref();
    },
  };
}
