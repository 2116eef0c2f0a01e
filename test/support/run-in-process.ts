import { run } from "../../src/cli/run.js";
import { testContext } from "./context.js";
import type { BuiltRun, RunOptions } from "./run-built.js";

/** How a run ended, with stdout and stderr in the order in which they came as well. */
export interface Run extends BuiltRun {
  readonly printed: string;
}

/** What a run in this process is given. */
interface RunHereOptions extends RunOptions {
  readonly now?: Date;
}

/** Runs of this process take turns: each has the working directory to itself. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line in this process, from the sources: what the built command does, without the start of a process,
 * which is most of the time that a run takes. The clock stands still, at `now` where it is given.
 * What the entry point adds (signals, a reader that leaves) and what the build may break are tested by the built command.
 */
export function orgform(args: readonly string[], options: RunHereOptions = {}): Promise<Run> {
  const run = turn.then(() => runAlone(args, options));
  turn = run.catch(() => undefined);
  return run;
}

async function runAlone(
  argv: readonly string[],
  { cwd, env = {}, input = "", now }: RunHereOptions,
): Promise<Run> {
  const { context, stdout, stderr, printed } = testContext({
    env: { PATH: process.env.PATH ?? "", ...env },
    stdin: input,
    ...(now && { now }),
  });
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const exitCode = await run({ argv, context, interruptedBy: () => undefined });
    return { stdout: stdout(), stderr: stderr(), printed: printed(), exitCode };
  } finally {
    process.chdir(before);
  }
}

/** The words of a command line that needs no shell: plain ones and those in single quotes; of any other, `undefined`. */
export function plainWords(line: string): readonly string[] | undefined {
  const word = /'([^']*)'|([\w@%+=:,./-]+)/;
  const isPlain = new RegExp(`^(?:${word.source})(?: +(?:${word.source}))*$`).test(line.trim());
  if (!isPlain) return undefined;
  return [...line.matchAll(new RegExp(word, "g"))].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
