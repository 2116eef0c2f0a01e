import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isRecord } from "../../util/record.js";
import { type Reply, replyWithRefusal } from "../http/envelope.js";
import { Refusal } from "../http/refusal.js";
import type { Fault, FaultKind, Strike } from "./faults.js";

/** The kinds that spoil or delay a true answer: the request has its effect, regardless of `when`. */
export const spoilsTheAnswer: ReadonlySet<string> = new Set([
  "slow",
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

type Spoiled = (fault: Fault, reply: Reply, origin: string, now: Date) => Partial<Reply>;

const typed = (type: string): Reply["headers"] => ({ "content-type": type });

const redirected = ({ status = 307 }: Fault, location: string): Reply => ({
  status,
  headers: { location },
  body: null,
});

/** The parts of a reply that are other ones; the kinds without an entry strike the connection. */
const SPOILED: Partial<Record<FaultKind, Spoiled>> = {
  slow: () => ({}),
  "stale-read": () => ({}),
  status(
    { status = 503, body, message = "The service failed.", error_code, error_metadata, headers },
    _,
    __,
    now,
  ) {
    const plain =
      body === undefined
        ? replyWithRefusal(new Refusal(status, [message], error_code, error_metadata), now)
        : { status, headers: typed("text/html"), body };
    return { ...plain, headers: { ...plain.headers, ...headers } };
  },
  html: ({ status = 200, body = page }) => ({ status, headers: typed("text/html"), body }),
  "empty-200": () => ({ status: 200, headers: typed("application/json"), body: "" }),
  truncate: (_, { body }) => ({ body: body?.slice(0, body.length / 2) ?? null }),
  "wrong-content-type": () => ({ headers: typed("text/plain") }),
  merge: ({ merge }, { body }) => ({ body: body && JSON.stringify(mergeInto(JSON.parse(body), merge)) }),
  warn: ({ warnings }, { body }) => ({ body: withWarnings(body, warnings ?? []) }),
  "redirect-loop": (fault, _, origin) => redirected(fault, `${origin}/_sandbox/circle`),
  "redirect-elsewhere": (fault, _, origin) =>
    redirected(fault, fault.location ?? `${origin.replace("127.0.0.1", "localhost")}/api/v2/me`),
};

/** The reply to send instead of `reply`; undefined for faults that strike the connection. */
export function spoil({ kind, fault }: Strike, reply: Reply, origin: string, now: Date): Reply | undefined {
  const spoiled = SPOILED[kind]?.(fault, reply, origin, now);
  return (
    spoiled && { ...reply, ...spoiled, headers: { ...reply.headers, ...fault.headers, ...spoiled.headers } }
  );
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

function mergeInto(target: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const merged = new Map(Object.entries(isRecord(target) ? target : {}));
  for (const [key, value] of Object.entries(change)) merged.set(key, mergeInto(merged.get(key), value));
  return Object.fromEntries(merged);
}
