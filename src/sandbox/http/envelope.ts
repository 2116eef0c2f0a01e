import type { Refusal } from "./refusal.js";

/** The answer of a handler; without `data` there is no body, as in a 204. */
export interface Answer {
  readonly status: number;
  readonly data?: unknown;
  readonly warnings?: readonly string[];
}

/** An answer as it goes over the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const success =
  (status: number) =>
  (data: unknown, warnings: readonly string[] = []): Answer => ({ status, data, warnings });

/** A 200 with its data and, if there are any, warnings. */
export const ok = success(200);

/** A 201 with the new resource. */
export const created = success(201);

/** A 204: done, nothing to say. */
export const done: Answer = { status: 204 };

/** Wraps an answer in the envelope: data and meta, or nothing at all. Of a longer list only the first page. */
export function replyWith(answer: Answer, pageSize: number | null = null): Reply {
  const { status, data } = answer;
  if (data === undefined) return { status, headers: {}, body: null };
  const warnings = (answer.warnings ?? []).map((message) => ({ message }));
  const meta = { status: "success", errors: [], warnings };
  if (pageSize === null || !Array.isArray(data) || data.length <= pageSize)
    return json(status, { data, meta });
  return json(status, { data: data.slice(0, pageSize), meta: { ...meta, next: "page=2" } });
}

/** Wraps a refusal in the envelope: meta only, one error for each message. */
export function replyWithRefusal(refusal: Refusal, now: Date): Reply {
  const errors = refusal.messages.map((message) => ({
    message,
    status_code: refusal.status,
    occurred_at: now.toISOString(),
    error_code: refusal.code,
    error_metadata: refusal.metadata,
  }));
  return json(refusal.status, { meta: { status: "error", errors, warnings: [] } });
}

function json(status: number, body: unknown): Reply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
