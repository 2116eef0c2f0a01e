import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import {
  createSandbox,
  type SandboxInProcess,
  type SandboxOptions,
} from "../../src/sandbox/start-sandbox.js";

const open = new Map<string, typeof globalThis.fetch>();
let opened = 0;

/**
 * A sandbox without a port, which commands of this process reach at its address all the same. What is about connections,
 * or about a process of its own, needs `startSandbox`.
 */
export function openSandbox(options: SandboxOptions = {}): SandboxInProcess {
  opened += 1;
  return at(`http://127.0.0.1:${20_000 + opened}`, createSandbox(options));
}

/** A sandbox that other processes reach at its port, and commands of this process without a connection. */
export async function openSandboxWithPort(options: SandboxOptions = {}): Promise<SandboxInProcess> {
  const sandbox = createSandbox(options);
  const server = createAdaptorServer({ fetch: (request) => sandbox.fetch(request) }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A TCP server that listens has one.
  const opened = at(`http://127.0.0.1:${port}`, sandbox);
  return {
    ...opened,
    async close() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await opened.close();
    },
  };
}

function at(origin: string, sandbox: SandboxInProcess): SandboxInProcess {
  const url = sandbox.url.replace(sandbox.origin, origin);
  open.set(url, async (...request) => {
    const response = await sandbox.fetch(...request);
    // A server over HTTP says when it answered.
    response.headers.set("date", new Date().toUTCString());
    return response;
  });
  return {
    ...sandbox,
    ...{ origin, url },
    async close() {
      open.delete(url);
      await sandbox.close();
    },
  };
}

/** The way to a service that is a sandbox without a port. */
export const wayTo = (baseUrl = ""): typeof globalThis.fetch | undefined => open.get(baseUrl);
