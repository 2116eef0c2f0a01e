import type { Outcome } from "../model/plan/plan.js";
import { isRecord } from "../util/record.js";
import { usageError } from "./context/command-error.js";
import type { CommandContext } from "./context/context.js";
import type { CommonOptions } from "./context/options.js";
import { wholeNumber } from "./context/options.js";
import { readJsonOf } from "./documents/read-json.js";
import { openSandbox, readFaults } from "./session/open-sandbox.js";
import { readSeed } from "./session/organization-file.js";

type SandboxCommandOptions = CommonOptions & {
  readonly port?: string;
  readonly file?: string;
  readonly seed?: string;
  /** A record of `acceptance`. */
  readonly like?: string;
  readonly token?: string;
  readonly faults?: string;
};

/**
 * The command `orgform sandbox`: serves until it is interrupted. Its token is for loopback only, so printing
 * it is safe.
 */
export async function sandbox(context: CommandContext, options: SandboxCommandOptions): Promise<Outcome> {
  const port = wholeNumber("--port", options.port, 0, 65_535);
  if (options.token !== undefined && !TOKEN.test(options.token)) {
    const detail = "It takes one word of letters, digits and any of - . _ ~ + / =.";
    throw usageError("--token cannot be used as a token", detail);
  }
  const running = await openSandbox({
    port,
    file: options.file,
    seed: options.seed === undefined ? undefined : await readSeed(options.seed),
    like: options.like === undefined ? undefined : await readRecord(options.like),
    token: options.token,
    faults: options.faults === undefined ? undefined : await readFaults(options.faults, context.version),
  });
  context.stdout.write(`export ORGFORM_BASE_URL=${running.url}\nexport ORGFORM_TOKEN=${running.token}\n`);
  context.stderr.write(
    "The sandbox is running. Paste the two lines into another terminal; Ctrl-C ends it.\n",
  );
  await new Promise<void>((resolve) => {
    if (context.stop.aborted) resolve();
    context.stop.addEventListener("abort", () => resolve());
  });
  await running.close();
  return "ok";
}

/** The form of bearer tokens (RFC 6750), which a shell takes as one word as well. */
const TOKEN = /^[\w.~+/-]+=*$/;

function readRecord(path: string): Promise<object> {
  const how = "`orgform acceptance` writes one.";
  return readJsonOf(path, isRecord, `--like ${path} is not a record of the service`, how);
}
