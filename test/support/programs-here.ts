import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { orgform } from "./run-in-process.js";

/** A program that a script calls. */
export interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Answer {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

/** Programs for the scripts of a test. */
export interface ProgramsHere {
  /** For the path. */
  readonly folder: string;
  close(): Promise<void>;
}

/** The minute in which all these runs are, one after the other: a comment names the minute of its plan. */
let moment = Math.floor(Date.now() / 60_000) * 60_000;

/** What the command line of orgform does, from the sources, as on somebody's machine. */
export async function orgformHere({ args, cwd, env }: Call): Promise<Answer> {
  moment += 1;
  return await orgform(args, { cwd, env, now: new Date(moment) });
}

/** What Node does where it is started for the command line of orgform. */
export async function nodeHere({ args: [main = "", ...args], ...call }: Call): Promise<Answer> {
  if (!main.endsWith("/dist/main.js")) throw new Error(`${main} is not orgform`);
  return await orgformHere({ ...call, args });
}

/**
 * Programs for the path of scripts, whose calls are answered in this process: to start one of Node's takes ten times as
 * long as what it then does. Nothing comes on stdin, what is printed comes at the end, and a test that waits for its
 * script without giving way (`execFileSync`) waits for ever.
 */
export async function programsHere(
  programs: Readonly<Record<string, (call: Call) => Answer | Promise<Answer>>>,
): Promise<ProgramsHere> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-programs-"));
  let calls = 0;
  const server = createServer((socket) => {
    let text = "";
    socket.setEncoding("utf8").on("error", () => {});
    socket.on("data", (data) => {
      text += data;
      if (text.endsWith(END)) void reply(socket, text.slice(0, -END.length).split("\0"));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A TCP server that listens has one.

  async function reply(socket: Socket, [name = "", cwd = "", count, ...words]: readonly string[]) {
    const [args, env] = [words.slice(0, Number(count)), words.slice(Number(count))];
    calls += 1;
    const { stdout, stderr = "", exitCode } = await answerTo(name, { args, cwd, env: variables(env) });
    const files = join(folder, `call-${calls}`);
    for (const [end, said] of Object.entries({ out: stdout, err: stderr }))
      writeFileSync(`${files}.${end}`, said);
    socket.end(`${exitCode} ${files}\n`);
  }

  async function answerTo(name: string, call: Call): Promise<Answer> {
    try {
      return (await programs[name]?.(call)) ?? { stdout: "", exitCode: 127 };
    } catch (error) {
      return { stdout: "", stderr: `${error}\n`, exitCode: 1 };
    }
  }

  for (const name of Object.keys(programs)) program(join(folder, name), clientOf(name, port));
  return {
    folder,
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}

const variables = (lines: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** What follows the last field of a call. */
const END = "\0\u0004";

/** Sends the call in fields that end in NUL, and prints what comes. */
const clientOf = (name: string, port: number): string => `exec 3<>/dev/tcp/127.0.0.1/${port} || exit 1
{ printf '%s\\0' ${name} "$PWD" "$#" "$@"; env -0; printf '\\4'; } >&3
read -r code files <&3
[ ! -s "$files.err" ] || cat "$files.err" >&2
[ ! -s "$files.out" ] || cat "$files.out"
exit "$code"`;

/** Writes a script that can be called as a program. */
export function program(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/usr/bin/env bash\n${script}\n`);
  chmodSync(path, 0o755);
}
