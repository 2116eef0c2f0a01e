import type { AnswerHeaders } from "../call/rate-limit.js";
import { createIncomingBody, type Transport } from "./transport.js";

/** The part of `fetch` that requests go through: the platform's own fits, and so does undici's. */
export type Fetch = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

/** A transport over a `fetch`. */
export function fetchTransport(fetch: Fetch): Transport {
  return async (url, { onOpen, headers: given, ...request }) => {
    const controller = new AbortController();
    onOpen((reason) => controller.abort(reason));
    const { signal } = controller;
    const sent = Object.fromEntries(given);
    const answer = await fetch(url, { ...request, headers: sent, redirect: "manual", signal });
    const { status, headers } = answer;
    const body = createIncomingBody();
    // Leaving the loop early closes the connection.
    for await (const part of answer.body ?? [])
      if (!body.add(part)) return { status, headers, body: undefined };
    return { status, headers, body: body.whole() };
  };
}
