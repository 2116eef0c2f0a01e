import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { apiDiagnostic } from "../../src/api/api-diagnostic.js";
import type { ApiError } from "../../src/api/api-error.js";
import { createClient } from "../../src/api/client.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { clientOf, openSandbox, rejection } from "./connect.js";
import { serve } from "./hostile-server.js";
import { instantClock } from "./instant-clock.js";

const json = { "content-type": "application/json" };

/** What is said of an address at which nothing has answered yet, and how many waits came before. */
async function told(baseUrl: string) {
  let waits = 0;
  const client = createClient({ baseUrl, token: "t", clock: instantClock(), onWait: () => (waits += 1) });
  const { summary } = apiDiagnostic((await rejection(client.getMe())) as ApiError);
  return { summary, waits };
}

it("tells at once that nothing listens, and where", async () => {
  expect(await told("http://127.0.0.1:1/api/v2")).toEqual({
    summary: "Nothing listens at 127.0.0.1:1",
    waits: 0,
  });
});

it("tells at once that http is spoken where the address says https", async () => {
  const origin = await serve((_, response) => response.end("{}"));
  expect(await told(origin.replace("http:", "https:"))).toEqual({
    summary: "The address of the service does not speak https",
    waits: 0,
  });
});

it("tells at once that https is spoken where the address says http", async () => {
  // Without a certificate it declines every handshake, which is an answer in TLS all the same.
  const server = createServer({}).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(await told(`http://127.0.0.1:${port}`)).toEqual({
    summary: "The address of the service speaks https, not http",
    waits: 0,
  });
});

it("asks again where a plain server cuts the first request off", async () => {
  let asked = 0;
  const me = { data: { user_id: "u", organization: { id: "o", name: "O" }, workspaces: [] } };
  const origin = await serve((request, response) => {
    asked += 1;
    if (asked === 1) request.socket.resetAndDestroy();
    else response.writeHead(200, json).end(JSON.stringify({ ...me, meta: { status: "success" } }));
  });
  const client = createClient({ baseUrl: origin, token: "t", clock: instantClock() });
  expect((await client.getMe()).data.user_id).toBe("u");
});

it("waits for a service that has answered before and then refuses connections", async () => {
  const sandbox = await startSandbox({});
  const waits: string[] = [];
  const client = clientOf(sandbox, { onWait: ({ because = "" }) => waits.push(because) });
  await client.getMe();
  await sandbox.close();
  expect(await rejection(client.getMe())).toMatchObject({ reason: "network", attempts: 6 });
  expect(waits).toEqual(Array(5).fill("network"));
});

it("says how often a failing service was asked", async () => {
  const sandbox = await openSandbox({ faults: [{ kind: "status", status: 503 }] });
  const error = await rejection(clientOf(sandbox).getMe());
  expect(error).toMatchObject({ message: expect.stringContaining("answered 503, asked 6 times: ") });
});
