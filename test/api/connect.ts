import { onTestFinished } from "vitest";
import { createClient } from "../../src/api/client.js";
import type { ClientOptions } from "../../src/api/client-options.js";
import type { Client } from "../../src/api/operations.js";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { world } from "../sandbox/world.js";
import { instantClock } from "./instant-clock.js";

/** A sandbox with the world of the sandbox's own tests, closed when the test is over. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ seed: world, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A client of a sandbox, for which waiting takes no time. */
export function clientOf(sandbox: Sandbox, options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: sandbox.url, token: sandbox.token, clock: instantClock(), ...options });
}

/** What a promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}
