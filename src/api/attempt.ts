import { canonicalEmail } from "../model/email.js";
import { repeatedId } from "../model/repeated-id.js";
import { ApiError, type FailureFacts } from "./call/api-error.js";
import { callFailure, interruptionOf, onAbort, type PreparedCall } from "./call/call.js";
import type { AnswerHeaders } from "./call/rate-limit.js";
import type { ClientOptions, SentRequest } from "./client-options.js";
import { decodeAnswer, type JsonObject, type RawAnswer } from "./decode.js";
import { createExchange, type Exchange } from "./exchange.js";
import type { Answered } from "./operations.js";
import { createQuote, type Quote } from "./quote.js";
import type { Clock } from "./schedule/clock.js";
import { networkFailure } from "./transport/network-failure.js";

/** Sends a call once and without waiting, and decodes the answer; rejects with an `ApiError`. */
type Attempt = (call: PreparedCall, attempt: number) => Promise<Answered<unknown>>;

/** The options of {@link createAttempt}, in addition to the client's own. */
interface AttemptOptions extends ClientOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  /** The time on the clock at which everything ends. */
  readonly deadline: number;
  /** Called with every answer before it is checked. */
  readonly onAnswer: (call: PreparedCall, headers: AnswerHeaders) => void;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Tokens that a header can carry (RFC 9110, token68 and a little more). */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Opens its connections with the first attempt. */
export function createAttempt(options: AttemptOptions): Attempt {
  const { token, clock, deadline, environment = {}, onAnswer, onRequest } = options;
  const quote = createQuote(token);
  const shownIds = createShownIds();
  let exchange: Promise<Exchange> | undefined;

  async function answerInTime(call: PreparedCall): Promise<RawAnswer> {
    if (!SENDABLE_TOKEN.test(token))
      throw callFailure(call, { reason: "unauthorized", detail: "was not sent: this cannot be a token" });
    const timeout = Math.min(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, deadline - clock.now());
    exchange ??= createExchange({ ...options, environment });
    return answerWithin(call, Math.max(0, timeout), exchange);
  }

  return async (call, attempt) => {
    const start = clock.now();
    let status: number | undefined;
    let outcome: SentRequest["outcome"] = "answered";
    const shown = shownIds.of(call);
    try {
      const answer = await answerInTime(call);
      status = answer.status;
      onAnswer(call, answer.headers);
      const decoded = decodeAnswer(call.endpoint, answer);
      if ("reason" in decoded) throw callFailure(call, quotedFailure(decoded, quote));
      const mismatch = decoded.data === undefined ? undefined : findMismatch(call, decoded.data, shown);
      if (mismatch !== undefined) throw callFailure(call, { ...mixedUp(quote.text(mismatch)), status });
      shownIds.note(call, decoded.data);
      return { data: decoded.data, warnings: decoded.warnings.map(quote.text) };
    } catch (error) {
      if (error instanceof ApiError) outcome = error.reason;
      throw error;
    } finally {
      const { path, endpoint } = call;
      const milliseconds = clock.now() - start;
      onRequest?.({ method: endpoint.method, path, attempt, milliseconds, outcome, status });
    }
  };
}

/** The answer, unless the time is over or a signal of the call ends it first. */
async function answerWithin(
  call: PreparedCall,
  milliseconds: number,
  exchange: Promise<Exchange>,
): Promise<RawAnswer> {
  const end = new AbortController();
  const { signal } = end;
  const timer = setTimeout(() => end.abort(lateness(call, milliseconds)), milliseconds);
  const unwatch = onAbort(call.signals, () => end.abort(interruptionOf(call, true)));
  try {
    const send = await exchange;
    return await send({ ...call, method: call.endpoint.method, signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof ApiError ? error : callFailure(call, networkFailure(error));
  } finally {
    clearTimeout(timer);
    unwatch();
  }
}

function quotedFailure(failure: FailureFacts, quote: Quote): FailureFacts {
  const { messages = [], errorCode, service } = failure;
  return {
    ...failure,
    detail: quote.text(failure.detail),
    messages: messages.map(quote.text),
    errorCode: errorCode && quote.text(errorCode),
    service: service && quote.fields(service),
  };
}

function mixedUp(mismatch: string): FailureFacts {
  return { reason: "malformed-response", detail: `was answered with ${mismatch}`, mayHaveHappened: true };
}

function lateness(call: PreparedCall, milliseconds: number): ApiError {
  const detail = `did not answer within ${Number((milliseconds / 1000).toFixed(3))} s`;
  return callFailure(call, { reason: "timeout", detail, mayHaveHappened: true });
}

/** The ids that answers have shown so far, by collection. */
interface ShownIds {
  /** The ids in the collection that a call reads or adds to; creations that are answered later are added. */
  of(call: PreparedCall): ReadonlySet<string>;
  /** Takes note of the rows of a list, or of what a creation has made. */
  note(call: PreparedCall, data: unknown): void;
}

function createShownIds(): ShownIds {
  const shown = new Map<string, Set<string>>();
  return {
    of: ({ path }) => shown.get(path) ?? new Set(),
    note(call, data) {
      const known = shown.get(call.path) ?? new Set();
      const ids = rowsOf(data).map(({ id }) => String(id));
      if (isCreation(call)) shown.set(call.path, known.add(ids[0] ?? ""));
      // What was sent before this list was read may have made what it shows: the set of that time stays as it is.
      else if (Array.isArray(data)) shown.set(call.path, new Set([...known, ...ids]));
    },
  };
}

/** Returns true for what makes a resource with an id of its own: a membership is answered with its group. */
const isCreation = ({ endpoint, ids }: PreparedCall): boolean =>
  endpoint.method === "POST" && !(endpoint.answer === "Group" && ids.group_id !== undefined);

/**
 * The sign that an answer of the right form belongs to another request, as the rest of a sentence: a row of another
 * workspace, somebody else's value, another resource than was asked for or sent, a new resource with the id of one that
 * was `shown` before the request was sent, or one resource twice. A gateway that mixes answers up would otherwise make a
 * list look empty, a write look done, or the next write go to what somebody else made.
 */
function findMismatch(call: PreparedCall, data: unknown, shown: ReadonlySet<string>): string | undefined {
  const { ids, body, endpoint } = call;
  const isList = Array.isArray(data);
  const rows = rowsOf(data);
  const repeated = repeatedId(data);
  if (repeated !== undefined) return `the id ${repeated} twice`;
  if (isCreation(call) && shown.has(String(rows[0]?.id)))
    return `the id ${rows[0]?.id}, which another one has`;
  for (const row of rows) {
    if (ids.workspace_id !== undefined && "workspace_id" in row && row.workspace_id !== ids.workspace_id)
      return "something of another workspace";
    if ("source_id" in row && !isValueOf(row, ids, isList)) return "a value of somebody else";
  }
  if (isList || endpoint.answer === undefined) return undefined;
  return wrongResource(rows[0] ?? {}, ids, (body ?? {}) as JsonObject);
}

/** The rows of a list, or the one resource of an answer; none of an answer without a body. */
function rowsOf(data: unknown): readonly JsonObject[] {
  const rows = Array.isArray(data) ? data : data === undefined ? [] : [data];
  return rows as readonly JsonObject[]; // its validator has said so
}

/** Returns true if a row belongs to the owner in the path; a member's list has the values of their groups, too. */
function isValueOf(row: JsonObject, { group_id, user_id }: PreparedCall["ids"], isList: boolean): boolean {
  if (group_id !== undefined) return row.source === "group" && row.source_id === group_id;
  return row.source === "user" ? row.source_id === user_id : isList;
}

/** Compares the one resource of an answer with what the path names and the body says. */
function wrongResource(row: JsonObject, ids: PreparedCall["ids"], body: JsonObject): string | undefined {
  const { group_id, user_attribute_definition_id, user_attribute_id } = ids;
  const named = "source_id" in row ? user_attribute_id : (user_attribute_definition_id ?? group_id);
  if (named !== undefined && row.id !== named) return "another thing than was asked for";
  const definition = body.user_attribute_definition_id;
  if (definition !== undefined && row.user_attribute_definition_id !== definition)
    return "a value of another attribute";
  if (body.user_id !== undefined && !(row.users as readonly unknown[]).includes(body.user_id))
    return "a group without the new member";
  if (typeof body.email === "string" && canonicalEmail(String(row.email)) !== canonicalEmail(body.email))
    return "an invite of somebody else";
  return undefined;
}
