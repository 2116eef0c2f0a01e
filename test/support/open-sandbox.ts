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
  const sandbox = createSandbox(options);
  opened += 1;
  const origin = `http://127.0.0.1:${20_000 + opened}`;
  const url = sandbox.url.replace(sandbox.origin, origin);
  open.set(url, async (...request) => {
    const response = await sandbox.fetch(...request);
    // A server over HTTP says when it answered.
    response.headers.set("date", new Date().toUTCString());
    return response;
  });
  return {
    ...sandbox,
    origin,
    url,
    async close() {
      open.delete(url);
      await sandbox.close();
    },
  };
}

/** The way to a service that is a sandbox without a port. */
export const wayTo = (baseUrl = ""): typeof globalThis.fetch | undefined => open.get(baseUrl);
