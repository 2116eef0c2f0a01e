import { type IPtyForkOptions, spawn } from "@lydell/node-pty";

/** A program of Node's in a pseudo-terminal. */
export interface InTerminal {
  type(keys: string): void;
  resize(columns: number, rows: number): void;
  kill(signal: NodeJS.Signals): void;
  /** All bytes so far. */
  raw(): string;
  /** The exit code, once it has ended and all of its output is there. */
  readonly ended: Promise<number>;
}

/** A sequence that terminals pass over, with the exit code. */
const END = /.\]ended;(\d+);./s;
const SCRIPT = `trap : INT TERM; "$@"; printf '\\033]ended;%d;\\007' $?; exec sleep 600`;

/**
 * Runs a program of Node's with its arguments in a terminal, below a shell that keeps the terminal open until the end of the
 * output was read: a terminal whose last program is gone is closed a moment later, however much stands in it.
 */
export function runInPty(
  args: readonly string[],
  options: IPtyForkOptions,
  onData: (data: string) => void = () => {},
): InTerminal {
  const pty = spawn("sh", ["-c", SCRIPT, "sh", process.execPath, ...args], options);
  const kill = (signal: NodeJS.Signals): void => void process.kill(-pty.pid, signal);
  let raw = "";
  const ended = new Promise<number>((resolve) => {
    pty.onData((data) => {
      raw += data;
      const [end = "", code] = END.exec(raw.slice(-data.length - 20)) ?? [];
      raw = raw.replace(end, "");
      onData(data);
      if (code === undefined) return;
      resolve(Number(code));
      kill("SIGKILL");
    });
    pty.onExit(({ exitCode }) => resolve(exitCode));
  });
  return {
    type: (keys) => pty.write(keys),
    resize: (columns, rows) => pty.resize(columns, rows),
    kill,
    raw: () => raw,
    ended,
  };
}
