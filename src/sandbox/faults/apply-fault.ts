import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isRecord } from "../../util/record.js";
import { type Reply, replyWithRefusal } from "../http/envelope.js";
import { Refusal } from "../http/refusal.js";
import type { Strike } from "./faults.js";

/** The kinds that spoil a true answer: the request has its effect, regardless of `when`. */
export const spoilsTheAnswer: ReadonlySet<string> = new Set([
  "truncate",
  "cut-off",
  "wrong-content-type",
  "stale-read",
  "merge",
  "warn",
]);

const page =
  "<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Please try again later</h1></body></html>";

/** The delay of a `slow` fault in milliseconds; a second unless the fault says otherwise. */
export const delayOf = (strike: Strike): number => strike.fault.ms ?? 1000;

/** The reply to send instead of `reply`; undefined for faults that strike the connection. */
export function spoil(strike: Strike, reply: Reply, origin: string, now: Date): Reply | undefined {
  const { kind, fault } = strike;
  const headers = { ...reply.headers, ...fault.headers };
  switch (kind) {
    case "slow":
    case "stale-read":
      return { ...reply, headers };
    case "status":
      return replyWithStatus(strike, reply, now);
    case "html":
      return {
        status: fault.status ?? 200,
        headers: { ...headers, "content-type": "text/html" },
        body: fault.body ?? page,
      };
    case "empty-200":
      return { status: 200, headers: { ...headers, "content-type": "application/json" }, body: "" };
    case "truncate":
      return { ...reply, headers, body: reply.body?.slice(0, reply.body.length / 2) ?? null };
    case "wrong-content-type":
      return { ...reply, headers: { ...headers, "content-type": "text/plain" } };
    case "merge":
      if (reply.body === null) return { ...reply, headers };
      return { ...reply, headers, body: JSON.stringify(mergeInto(JSON.parse(reply.body), fault.merge)) };
    case "warn":
      return { ...reply, headers, body: withWarnings(reply.body, fault.warnings ?? []) };
    case "redirect-loop":
      return {
        status: fault.status ?? 307,
        headers: { ...headers, location: `${origin}/_sandbox/circle` },
        body: null,
      };
    case "redirect-elsewhere": {
      const location = fault.location ?? `${origin.replace("127.0.0.1", "localhost")}/api/v2/me`;
      return { status: fault.status ?? 307, headers: { ...headers, location }, body: null };
    }
    case "drop":
    case "reset":
    case "timeout":
    case "cut-off":
    case "endless":
      return undefined;
  }
}

/** Breaks the connection as the fault says; resolves when nothing is left to do. */
export async function breakConnection(strike: Strike, reply: Reply, outgoing: ServerResponse): Promise<void> {
  const socket = outgoing.socket;
  switch (strike.kind) {
    case "reset":
      socket?.resetAndDestroy();
      return;
    case "timeout":
      if (!outgoing.destroyed) await once(outgoing, "close");
      return;
    case "cut-off": {
      const body = reply.body ?? "{}";
      outgoing.writeHead(reply.status, { ...reply.headers, "content-length": Buffer.byteLength(body) });
      outgoing.write(body.slice(0, body.length / 2), () => socket?.destroy());
      return;
    }
    case "endless":
      outgoing.writeHead(200, { ...reply.headers, "content-type": "application/json" });
      // It ends by the caller hanging up, which is an error to the pipeline and to nobody else.
      await pipeline(Readable.from(endlessList()), outgoing).catch(() => {});
      return;
    default:
      socket?.destroy();
  }
}

function* endlessList(): Iterable<string> {
  yield '{"data":[';
  const rows = `${JSON.stringify("x".repeat(1000))},`.repeat(16);
  while (true) yield rows;
}

/** The body of a success with further warnings; any other body as it is. */
function withWarnings(body: string | null, messages: readonly string[]): string | null {
  const envelope: unknown = body === null ? null : JSON.parse(body);
  if (!isRecord(envelope) || !isRecord(envelope.meta) || envelope.meta.status !== "success") return body;
  const { meta, ...rest } = envelope;
  const known = Array.isArray(meta.warnings) ? meta.warnings : [];
  const warnings = [...known, ...messages.map((message) => ({ message }))];
  return JSON.stringify({ ...rest, meta: { ...meta, warnings } });
}

function replyWithStatus({ fault }: Strike, reply: Reply, now: Date): Reply {
  const { status = 503, body, message = "The service failed.", error_code, error_metadata } = fault;
  const plain =
    body === undefined
      ? replyWithRefusal(new Refusal(status, [message], error_code, error_metadata), now)
      : { status, headers: { "content-type": "text/html" }, body };
  return { ...plain, headers: { ...reply.headers, ...plain.headers, ...fault.headers } };
}

function mergeInto(target: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const merged = new Map(Object.entries(isRecord(target) ? target : {}));
  for (const [key, value] of Object.entries(change)) merged.set(key, mergeInto(merged.get(key), value));
  return Object.fromEntries(merged);
}
