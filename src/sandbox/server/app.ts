import { setTimeout as pause } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { breakConnection, delayOf, spoil, spoilsTheAnswer } from "../faults/apply-fault.js";
import type { Faults, Strike } from "../faults/faults.js";
import type { Endpoint } from "../http/endpoint.js";
import { replyWithRefusal } from "../http/envelope.js";
import type { LogEntry, RequestLog } from "../http/log.js";
import { Refusal } from "../http/refusal.js";
import { definitionEndpoints } from "../routes/definitions.js";
import { groupEndpoints } from "../routes/groups.js";
import { inviteEndpoints } from "../routes/invites.js";
import { meEndpoints } from "../routes/me.js";
import { memberEndpoints } from "../routes/members.js";
import { groupValueEndpoints, memberValueEndpoints } from "../routes/values.js";
import { workspaceEndpoints } from "../routes/workspaces.js";
import type { Store } from "../store/store.js";
import { settingsOf } from "../store/world.js";
import type { Respond } from "./service.js";

type ApiContext = Context<{ Bindings: HttpBindings }>;

interface ApiParts {
  readonly store: Store;
  readonly respond: Respond;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly now: () => Date;
  /** Called with each effect once it is in the world and being written to the disk, before any answer. */
  readonly onEffect: (entry: Readonly<LogEntry>) => void;
}

export const basePath = "/api/v2";

/** The API over HTTP: all endpoints, 405 for their paths with another verb, 404 for all other paths. */
export function createApi(parts: ApiParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const paths = new Set(endpoints.map((endpoint) => endpoint.path));
  for (const endpoint of endpoints) {
    app.on(endpoint.method, patternOf(endpoint.path), (context) => exchange(parts, context, endpoint));
  }
  const wrongVerb = new Refusal(405, ["This path does not have the method."]);
  for (const path of paths) app.all(patternOf(path), (context) => exchange(parts, context, wrongVerb));
  const noRoute = new Refusal(404, ["There is no such path."]);
  app.all(`${basePath}/*`, (context) => exchange(parts, context, noRoute));
  return app;
}

function patternOf(path: string): string {
  return basePath + path.replace(/\{(\w+)\}/g, ":$1");
}

async function exchange(parts: ApiParts, context: ApiContext, target: Endpoint | Refusal): Promise<Response> {
  const { store, respond, faults, log, now, onEffect } = parts;
  const { method } = context.req;
  const url = new URL(context.req.url);
  const path = url.pathname.slice(basePath.length);
  const entry = log.open(method, path + url.search);
  const strike = faults.strike(method, path);
  entry.fault = strike?.id ?? null;
  const source = method === "GET" || method === "DELETE" ? "" : await context.req.text();
  const { latency_ms } = settingsOf(store.world);
  if (latency_ms > 0) await pause(latency_ms);
  if (strike?.kind === "slow" && strike.when === "before") await pause(delayOf(strike));

  const reply = hasEffect(strike)
    ? respond(
        {
          authorization: context.req.header("authorization"),
          contentType: context.req.header("content-type"),
          source,
          param: (name) => context.req.param(name) ?? "",
          query: (name) => context.req.query(name),
        },
        target,
        entry,
        strike?.kind === "stale-read",
      )
    : replyWithRefusal(new Refusal(503, ["The service failed."]), now());
  if (entry.effect !== null) onEffect(entry);
  await store.durable();
  if (strike?.kind === "slow" && strike.when === "after") await pause(delayOf(strike));
  const sent = strike ? spoil(strike, reply, url.origin, now()) : reply;
  if (strike && !sent) {
    await breakConnection(strike, reply, context.env.outgoing);
    return RESPONSE_ALREADY_SENT;
  }
  const { status, headers, body } = sent ?? reply;
  entry.status = status;
  return new Response(body, { status, headers });
}

function hasEffect(strike: Strike | undefined): boolean {
  return !strike || strike.when === "after" || spoilsTheAnswer.has(strike.kind);
}

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = [
  ...meEndpoints,
  ...workspaceEndpoints,
  ...groupEndpoints,
  ...memberEndpoints,
  ...inviteEndpoints,
  ...definitionEndpoints,
  ...groupValueEndpoints,
  ...memberValueEndpoints,
];
