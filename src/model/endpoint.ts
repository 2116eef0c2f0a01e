import type { ENDPOINTS, Shapes } from "./generated/service.js";

/** One endpoint, as data; everything the client knows of it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path below the base URL, with `{names}` for the parameters. */
  readonly path: string;
  /** Names of the query parameters that it takes. */
  readonly query?: readonly string[];
  /** The shape of the body that it takes. */
  readonly body?: keyof Shapes;
  /** The shape of the answer's `data`; absent where the answer is a 204 without a body. */
  readonly answer?: AnswerKind;
}

/** The operationId of an endpoint. */
export type EndpointName = keyof typeof ENDPOINTS;

/** The answer of an endpoint: a shape, or a list of them. */
export type AnswerKind = keyof Shapes | `${keyof Shapes}[]`;
