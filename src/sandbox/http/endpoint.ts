import type { WorkspaceRow } from "../store/rows.js";
import type { Writer } from "../store/store.js";
import type { World } from "../store/world.js";
import { type Caller, reachWorkspace } from "./auth.js";
import type { Answer } from "./envelope.js";

/** One request to one endpoint, authenticated and parsed. */
export interface Call {
  readonly world: World;
  /** Changes the world: all of it happens, or none when the handler throws. */
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

/** An endpoint of the organization. */
export const endpoint = (method: Endpoint["method"], path: string, handle: Endpoint["handle"]): Endpoint => ({
  method,
  path,
  handle,
});

/** An endpoint below a workspace; it answers 403 for a workspace that the caller does not reach. */
export const inWorkspace = (
  method: Endpoint["method"],
  path: string,
  handle: (call: Call, workspace: WorkspaceRow) => Answer,
): Endpoint =>
  endpoint(method, `/workspaces/{workspace_id}${path}`, (call) =>
    handle(call, reachWorkspace(call.world, call.caller, call.param("workspace_id"))),
  );
