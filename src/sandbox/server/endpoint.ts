import type { Writer } from "../store/store.js";
import type { World } from "../store/world.js";
import type { Caller } from "./auth.js";
import type { Answer } from "./envelope.js";

/** One request to one endpoint, authenticated and parsed. */
export interface Call {
  readonly world: World;
  /** What the request may change. All of it happens, or none when the handler throws. */
  readonly write: Writer;
  readonly caller: Caller;
  /** A part of the path, decoded, by the name it has in the endpoint's path. */
  param(name: string): string;
  query(name: string): string | undefined;
  /** The parsed body; null where the method has none. */
  readonly body: unknown;
  readonly now: Date;
}

/** An endpoint of the service. Handlers are synchronous, so that each request sees and leaves a whole world. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path below the base, with parameters in braces, as in the OpenAPI description. */
  readonly path: string;
  handle(call: Call): Answer;
}
