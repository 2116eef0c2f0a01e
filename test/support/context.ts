import { Readable, Writable } from "node:stream";
import type { CommandContext } from "../../src/commands/context/context.js";
import type { Sandbox } from "../../src/sandbox/start-sandbox.js";
import { wayTo } from "./open-sandbox.js";

/** What a command is run in, for tests: nothing of the machine's own. */
export interface TestContextOptions {
  /** Whose address and token the environment holds. */
  readonly sandbox?: Pick<Sandbox, "url" | "token">;
  readonly env?: Readonly<Record<string, string>>;
  /** All that comes on stdin. */
  readonly stdin?: string;
  /** A terminal at both ends. */
  readonly isTTY?: true;
  readonly now?: Date;
}

/** A context with streams in memory, and what was written to them so far. */
export interface TestContext {
  readonly context: CommandContext;
  stdout(): string;
  stderr(): string;
  /** Both, in the order in which they came. */
  printed(): string;
}

export const NOW = new Date("2026-03-31T12:00:00Z");

export function testContext(options: TestContextOptions = {}): TestContext {
  const { sandbox, env = {}, stdin = "", isTTY, now = NOW } = options;
  const all: Buffer[] = [];
  const [stdout, stderr] = [memory(all), memory(all)];
  const given = {
    ...(sandbox === undefined ? {} : { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token }),
    ...env,
  };
  const terminal = isTTY === undefined ? {} : { isTTY, rows: 24, columns: 80 };
  return {
    context: {
      version: "0.0.0",
      env: given,
      fetch: wayTo(given.ORGFORM_BASE_URL),
      stdin: Object.assign(Readable.from([Buffer.from(stdin)]), terminal),
      stdout: Object.assign(stdout.stream, terminal),
      stderr: stderr.stream,
      now: () => now,
      files: { read: new Set(), written: new Set() },
      said: new Set(),
      sandboxes: new Set(),
      sent: new Set(),
      interrupt: () => {},
      divertInterrupt: () => () => {},
      stop: new AbortController().signal,
      kill: new AbortController().signal,
    },
    stdout: stdout.text,
    stderr: stderr.text,
    printed: () => textOf(all),
  };
}

const textOf = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString("utf8");

function memory(all: Buffer[]): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      all.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => textOf(chunks) };
}
