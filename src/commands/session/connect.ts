import fs, { statSync } from "node:fs";
import { basename } from "node:path";
import { createClient } from "../../api/client.js";
import type { SentRequest } from "../../api/client-options.js";
import type { Client, ReadClient } from "../../api/operations.js";
import type { Wait } from "../../api/schedule/scheduler.js";
import { resolveServiceAddress } from "../../api/service-address.js";
import { isProxyAddress, proxyFor } from "../../api/transport/proxy.js";
import { otherForm } from "../../config/text/file-form.js";
import { type AnswerWarning, serviceWarning, summarizeWarnings } from "../../model/service-warning.js";
import type { DesiredState, ServiceTarget } from "../../model/state/desired-state.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { palette } from "../../report/words/palette.js";
import { visible, visibleName } from "../../util/escape.js";
import { CommandError, fail, usageError } from "../context/command-error.js";
import { type CommandContext, outputStyleOf } from "../context/context.js";
import { type CommonOptions, type SharedOptions, wholeNumber } from "../context/options.js";
import { noteServiceWarnings } from "../documents/report-diagnostics.js";
import { cannotStart, openSandbox, readFaults } from "./open-sandbox.js";
import { formOfFile, readSeed } from "./organization-file.js";

/** A connection that only reads: to the service, a sandbox, or a snapshot of one of them. */
export interface ReadConnection {
  readonly client: ReadClient;
  /** The moment that a snapshot shows, where one answers. */
  readonly asOf?: AsOf;
}

/** A client that may write. */
export interface Connection extends ReadConnection {
  readonly client: Client;
  readonly baseUrl: string;
  /** Takes the announcements of waits from stderr, until the result is called. */
  divertWaits(onWait: (wait: Wait) => void): () => void;
  close(): Promise<void>;
}

/** The service and organization of a file; without a file the command line and the environment say it. */
export type ServiceReference = Partial<DesiredState> & { readonly service: ServiceTarget };

const DEFAULT_TIMEOUT_SECONDS = 3_600;

/** Opens the connection that the options ask for: the service, or an embedded sandbox of the same organization. */
export async function connect(
  context: CommandContext,
  options: SharedOptions,
  place: ServiceReference,
): Promise<Connection> {
  if (options.faults !== undefined && options.sandbox === undefined) {
    const detail = "`--faults` needs `--sandbox`; without it the real organization would be changed.";
    throw usageError("--faults without --sandbox", detail);
  }
  if (options.baseUrl !== undefined && options.sandbox !== undefined) {
    const detail = "--sandbox runs against a service of its own. Leave one of them out.";
    throw usageError("--base-url beside --sandbox", detail);
  }
  const concurrency = wholeNumber("--concurrency", options.concurrency);
  const timeout = wholeNumber("--timeout", options.timeout) ?? DEFAULT_TIMEOUT_SECONDS;
  const target =
    options.sandbox === undefined
      ? await serviceTarget(context, options, place)
      : await embed(context, options, place);
  const announce = (wait: Wait): void => {
    context.stderr.write(`Waiting ${Math.max(1, Math.round(wait.seconds))} s: ${waitReason(wait)}\n`);
  };
  let onWait = announce;
  const client = createClient({
    baseUrl: target.baseUrl,
    token: target.token,
    userAgent: `orgform/${context.version}`,
    totalTimeoutMs: timeout * 1_000,
    signal: context.kill,
    stop: context.stop,
    environment: context.env,
    ...(options.sandbox === undefined && context.fetch && { fetch: context.fetch }),
    concurrency,
    onWait: (wait) => onWait(wait),
    onRequest: options.verbose
      ? (request) => void context.stderr.write(`${describeRequest(request)}\n`)
      : undefined,
  });
  return {
    client,
    baseUrl: target.baseUrl,
    divertWaits(other) {
      onWait = other;
      return () => {
        onWait = announce;
      };
    },
    async close() {
      reportServiceWarnings(context, options, client.warnings());
      await target.close();
    },
  };
}

/** A snapshot in the place of the service, where `--live` names one. */
export async function openLive(
  options: SharedOptions,
  path: string,
  place: ServiceReference,
): Promise<ReadConnection> {
  const conflicting = (["sandbox", "faults", "baseUrl", "tokenFile"] as const).find(
    (key) => options[key] !== undefined,
  );
  if (conflicting !== undefined) {
    const flag = `--${conflicting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw usageError(`${flag} beside --live`, "A snapshot stands for the service. Leave one of them out.");
  }
  return await openSnapshot(path, place.organization?.id);
}

/**
 * A snapshot that answers as the service did, or what stands in the file of a sandbox or in a seed: no token is looked
 * for, and nothing is sent.
 */
export async function openSnapshot(
  path: string,
  organizationId: string | undefined,
): Promise<Required<ReadConnection>> {
  const form = formOfFile(path);
  if (form === "sandbox" || form === "seed") {
    const { createSandbox } = await import("../../sandbox/start-sandbox.js");
    const seed = await readSeed(path);
    try {
      const { url: baseUrl, token, fetch } = createSandbox({ seed });
      return { client: createClient({ baseUrl, token, fetch }), asOf: asOfFile(path) };
    } catch (error) {
      throw cannotStart(path, error);
    }
  }
  const { readSnapshot, asOfSnapshot } = await import("../documents/read-snapshot.js");
  const { snapshotClient } = await import("../../live/snapshot/snapshot-client.js");
  const snapshot = await readSnapshot(path, organizationId);
  return { client: snapshotClient(snapshot), asOf: asOfSnapshot(path, snapshot) };
}

interface Target {
  readonly baseUrl: string;
  readonly token: string;
  close(): Promise<void>;
}

async function serviceTarget(
  context: CommandContext,
  options: SharedOptions,
  { service }: ServiceReference,
): Promise<Target> {
  const { baseUrl: flag, region } = options;
  const address = resolveServiceAddress({
    flag,
    environment: context.env.ORGFORM_BASE_URL,
    ...(region === undefined ? service : { region }),
  });
  if ("code" in address) throw new CommandError("error", [address]);
  const proxy = proxyFor(address.baseUrl, context.env);
  if (proxy !== undefined && !isProxyAddress(proxy.address))
    throw usageError("HTTPS_PROXY is not a web address", "It must look like http://proxy.example:3128.");
  return { baseUrl: address.baseUrl, token: await readToken(context, options), close: async () => {} };
}

async function readToken(context: CommandContext, { tokenFile }: SharedOptions): Promise<string> {
  const problem = (summary: string, detail: string) => fail("error", "token-missing", summary, detail);
  let token = context.env.ORGFORM_TOKEN ?? "";
  if (tokenFile !== undefined) {
    const bytes = await fs.promises.readFile(tokenFile).catch(() => {
      throw problem(`The token file ${tokenFile} cannot be read`, "Check the path and its permissions.");
    });
    const form = otherForm(bytes);
    if (form !== undefined) throw problem(`The token file ${tokenFile} is ${form.what}`, form.advice);
    token = bytes.toString("utf8");
  }
  const trimmed = token.trim();
  if (trimmed === "")
    throw problem(
      "There is no token",
      "Put a personal access token into ORGFORM_TOKEN, or name a file with --token-file. To try orgform without one, add --sandbox.",
    );
  if (/^(["']).*\1$/s.test(trimmed))
    throw problem(
      "The token begins and ends with a quote",
      "Remove the quotes; they were probably copied with the token.",
    );
  // A header cannot hold these; the text itself must not be shown.
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw problem(
      "The token holds spaces or other characters that no token has",
      "Copy it again, as one word.",
    );
  return trimmed;
}

/** An embedded sandbox: a seed or a snapshot is where it begins, in memory, and any other file is where it keeps its own. */
async function embed(
  { version, sandboxes }: CommandContext,
  { sandbox: file, faults }: SharedOptions,
  { organization }: ServiceReference,
): Promise<Target> {
  const path = file === true ? undefined : file;
  const form = path && formOfFile(path);
  const isRehearsal = path !== undefined && (form === "seed" || form === "snapshot");
  const sandbox = await openSandbox({
    ...(isRehearsal
      ? { seed: await readSeed(path) }
      : { seed: organization && { organization: { name: "Sandbox", ...organization } }, file: path }),
    faults: faults === undefined ? undefined : await readFaults(faults, version),
  });
  const words = `${isRehearsal ? "a rehearsal from" : "the sandbox"} ${visibleName(basename(path ?? ""))}`;
  sandboxes.add(path === undefined ? "a new sandbox without a file" : words);
  return { baseUrl: sandbox.url, token: sandbox.token, close: sandbox.close };
}

export const waitReason = ({ reason, method, path, because }: Wait): string =>
  `${reason === "rate-limit" ? "the rate limit is used up" : `the last attempt failed (${because ?? "unknown"})`} [${method} ${visibleName(path)}]`;

function describeRequest({ method, path, attempt, milliseconds, outcome, status }: SentRequest): string {
  const again = attempt > 1 ? ` (attempt ${attempt})` : "";
  return `${method} ${visibleName(path)} ${status ?? outcome} ${Math.round(milliseconds)} ms${again}`;
}

/** Prints the warnings of the service that no product has shown yet, a line each. */
function reportServiceWarnings(
  context: CommandContext,
  { color }: CommonOptions,
  received: readonly AnswerWarning[],
): void {
  const unreported = received.filter(({ message }) => !context.said.has(message));
  const warnings = summarizeWarnings(unreported).map(serviceWarning);
  noteServiceWarnings(context, warnings);
  const paint = palette(outputStyleOf(context, context.stderr, color).color);
  for (const { summary } of warnings)
    context.stderr.write(`${paint.warning("Warning:")} ${visible(summary)}\n`);
}

/** The moment of a file that does not say it: when somebody last wrote the file. */
const asOfFile = (path: string): AsOf => ({
  taken_at: `${statSync(path).mtime.toISOString().slice(0, 19)}Z`,
  snapshot: basename(path),
  sandbox: true,
});
