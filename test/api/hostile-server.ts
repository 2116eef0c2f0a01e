import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on loopback that does what it is told; gives its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  return listen(createServer(listener));
}

/** A proxy that writes down what tunnels it is asked for, and opens none; gives its origin. */
export async function refuseTunnels(asked: { url: string | undefined; headers: object }[]): Promise<string> {
  const server = createServer();
  server.on("connect", ({ url, headers }, socket) => {
    asked.push({ url, headers });
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  return listen(server);
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
