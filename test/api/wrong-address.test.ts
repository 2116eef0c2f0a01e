import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { createServer } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { apiDiagnostic } from "../../src/api/api-diagnostic.js";
import { ApiError } from "../../src/api/call/api-error.js";
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
  const { summary, detail } = apiDiagnostic((await rejection(client.getMe())) as ApiError);
  return { summary, detail, waits };
}

it("tells at once that nothing listens, and where", async () => {
  expect(await told("http://127.0.0.1:1/api/v2")).toMatchObject({
    summary: "Nothing listens at 127.0.0.1:1",
    waits: 0,
  });
});

it("writes an IPv6 address as one", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED ::1:8471"), { code: "ECONNREFUSED" });
  const error = new ApiError({
    reason: "network",
    method: "GET",
    path: "/me",
    detail: "got no answer",
    cause,
  });
  expect(apiDiagnostic(error).summary).toBe("Nothing listens at [::1]:8471");
});

it("tells at once that http is spoken where the address says https", async () => {
  const origin = await serve((_, response) => response.end("{}"));
  expect(await told(origin.replace("http:", "https:"))).toMatchObject({
    summary: "The service does not speak https at its address",
    waits: 0,
  });
});

/** The port of a TLS server without a certificate: it declines every handshake, which is an answer in TLS all the same. */
async function decliningServer(): Promise<number> {
  const server = createServer({}).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

it.each([
  ["bytes of TLS", [21, 3, 3, 0, 2, 2, 40]],
  ["another protocol", [...Buffer.from("-ERR unknown command\r\n")]],
])("tells at once that the answer to a plain request is no http: %s", async (_, bytes) => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Uint8Array.from(bytes)));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  expect(await told(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toMatchObject({
    summary: "The service does not speak http at its address",
    detail: expect.stringContaining("write https://"),
    waits: 0,
  });
});

it("tells at once that https is spoken where the address says http", async () => {
  expect(await told(`http://127.0.0.1:${await decliningServer()}`)).toMatchObject({
    summary: "The service speaks https, not http",
    waits: 0,
  });
});

it("asks a server again that closes the connection and speaks no TLS", async () => {
  const server = createTcpServer(
    (socket) => void socket.on("error", () => {}).once("data", () => socket.destroy()),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  expect(await told(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toMatchObject({
    summary: "The service closed the connection",
    waits: 5,
  });
});

it("tells a TLS server that declines the handshake from one that speaks no TLS", async () => {
  expect(await told(`https://127.0.0.1:${await decliningServer()}`)).toMatchObject({
    summary: "The service declines the TLS handshake",
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
