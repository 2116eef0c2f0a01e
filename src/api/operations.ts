import type { Endpoint, EndpointName } from "../model/endpoint.js";
import type { ENDPOINTS, Shapes } from "../model/generated/service.js";
import type { AnswerWarning } from "../model/service-warning.js";
import type { RateLimit } from "./call/rate-limit.js";

/** An answer of the service: the checked data, and its warnings in its own words. */
export interface Answered<AnswerData> {
  readonly data: AnswerData;
  readonly warnings: readonly string[];
}

/** All 27 endpoints as methods named by operationId; each rejects with an `ApiError` and nothing else. */
export type Client = Operations<EndpointName> &
  Observations & {
    /** Waits on the client's clock; resolves to false, without waiting, where the run would be over by then. */
    pause(milliseconds: number): Promise<boolean>;
  };

/** The endpoints that planning asks: they only read, so that a plan cannot write. A group is read with its list. */
export type ReadClient = Operations<Exclude<ReadName, "getGroup" | "listGroupMembers">> & Observations;

interface Observations {
  /** The number of requests that were sent so far, retries included. */
  requestCount(): number;
  /** The warnings in all answers so far, in the order in which they came. */
  warnings(): readonly AnswerWarning[];
  /** The facts of the service in the latest answer; `undefined` before the first one. */
  lastAnswer(): LastAnswer | undefined;
}

/** The facts of the service in an answer, without its data. */
interface LastAnswer {
  /** The rate limit of the endpoint that answered: each endpoint has its own (API docs). */
  readonly rateLimit: RateLimit;
  /** The time of the service, in whole seconds, if the answer has it. */
  readonly date: Date | undefined;
}

type ReadName = {
  [N in EndpointName]: (typeof ENDPOINTS)[N]["method"] extends "GET" ? N : never;
}[EndpointName];

type Operations<Names extends EndpointName> = {
  readonly [N in Names]: Operation<(typeof ENDPOINTS)[N]>;
};

type Operation<E extends Endpoint> =
  object extends Call<E>
    ? (call?: Call<E>) => Promise<Answered<AnswerData<E>>>
    : (call: Call<E>) => Promise<Answered<AnswerData<E>>>;

/** One argument: the path's ids, the query, the body, and a signal that gives up. */
type Call<E extends Endpoint> = { readonly [P in Placeholder<E["path"]>]: string } & (E extends {
  query: readonly (infer Q extends string)[];
}
  ? { readonly [P in Q]?: boolean }
  : unknown) &
  (E extends { body: infer B extends keyof Shapes } ? { readonly body: Shapes[B] } : unknown) & {
    readonly signal?: AbortSignal;
  };

type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type AnswerData<E extends Endpoint> = E extends { answer: infer A }
  ? A extends keyof Shapes
    ? Shapes[A]
    : A extends `${infer S extends keyof Shapes}[]`
      ? readonly Shapes[S][]
      : never
  : undefined;
