import { Hono } from "hono";
import type { Fault, Faults } from "../faults/faults.js";
import type { RequestLog } from "../http/log.js";
import { Refusal } from "../http/refusal.js";
import { describeWorld } from "../store/state.js";
import type { Store } from "../store/store.js";
import { productActions } from "./admin-actions.js";

/**
 * The actions of the product that the API does not have (by POST), and the sandbox's own log, state and faults, under
 * `/_sandbox/`. It asks for no token: it listens on loopback alone.
 */
export function createProductApp(store: Store, faults: Faults, log: RequestLog): Hono {
  const app = new Hono().basePath("/_sandbox");
  app.get("/log", (context) => context.json(log.entries()));
  app.delete("/log", (context) => {
    log.clear();
    return context.body(null, 204);
  });
  app.get("/state", (context) => context.json(describeWorld(store.world)));
  app.get("/faults", (context) => context.json(faults.list()));
  app.post("/faults", async (context) => {
    const given: Fault | readonly Fault[] = await context.req.json();
    faults.add(Array.isArray(given) ? given : [given]);
    return context.json(faults.list(), 201);
  });
  app.delete("/faults", (context) => {
    faults.clear();
    return context.body(null, 204);
  });
  // The fault `redirect-loop` sends callers here.
  app.all("/circle", (context) => context.redirect(context.req.url, 307));
  for (const [name, act] of Object.entries(productActions)) {
    app.post(`/${name}`, async (context) => {
      const body: unknown = await context.req.json();
      const result = store.transact((write) => act(write, body));
      await store.durable();
      return context.json(result as object, 201);
    });
  }
  app.onError((error) => {
    const status = error instanceof Refusal ? error.status : 400;
    return new Response(JSON.stringify({ error: error.message }), {
      status,
      headers: { "content-type": "application/json" },
    });
  });
  return app;
}
