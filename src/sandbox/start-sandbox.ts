import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { isRecord } from "../util/record.js";
import { createFaults, type Fault } from "./faults/faults.js";
import { createLog, type LogEntry } from "./http/log.js";
import { acceptInvites } from "./product/admin-actions.js";
import { createProductApp } from "./product/product-app.js";
import { basePath, createApi } from "./server/app.js";
import { createService } from "./server/service.js";
import type { SandboxSeed } from "./store/seed.js";
import { addToken, firstOrganizationAdmin, firstToken, seedWorld } from "./store/seed-world.js";
import type { Habits, SandboxSettings } from "./store/settings.js";
import { describeWorld } from "./store/state.js";
import { openStore, readWorld, type Store } from "./store/store.js";
import { settingsOf } from "./store/world.js";

export { type Fault, type FaultKind, faultKinds } from "./faults/faults.js";
export type { LogEntry } from "./http/log.js";
export type { SandboxSeed, SeedWorkspace } from "./store/seed.js";
export type { Habits, SandboxSettings } from "./store/settings.js";

export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** Keeps the world in this file, where it survives the end of the process. In memory unless given. */
  readonly file?: string | undefined;
  /** The world of a sandbox that has no file yet, or a new one; a file that has a world keeps it. */
  readonly seed?: SandboxSeed | undefined;
  /** The secret of a token for the first organization admin, so that it can be written down. */
  readonly token?: string | undefined;
  /** Laid over those of the seed or the file. */
  readonly settings?: Partial<SandboxSettings>;
  /** A record of how the real service behaves: the sandbox behaves the same where it can. */
  readonly like?: object | undefined;
  readonly faults?: readonly Fault[] | undefined;
  readonly now?: () => Date;
  /** Called for each effect of the API on the world, before its answer goes out: a place to look at every step. */
  readonly onEffect?: (entry: Readonly<LogEntry>, state: () => Required<SandboxSeed>) => void;
}

/** A sandbox in this process. */
export interface SandboxInProcess {
  /** The base of the API: origin and `/api/v2`. */
  readonly url: string;
  readonly origin: string;
  /** Answers requests to {@link url} without a connection. Faults of the connection need one: see {@link startSandbox}. */
  readonly fetch: typeof globalThis.fetch;
  /** The token of an organization admin, for the whole organization. */
  readonly token: string;
  /** The token of one workspace's admin, if the seed has one. */
  readonly adminToken: string | undefined;
  /** The world as it is now, as `GET /_sandbox/state` shows it. */
  state(): Required<SandboxSeed>;
  /** The requests so far, as `GET /_sandbox/log` shows them. */
  log(): readonly Readonly<LogEntry>[];
  /** Accepts all invites of a person, or of everybody; resolves with a workspace and a role for each invite. */
  acceptInvites(email?: string): Promise<readonly { readonly workspace: string; readonly role: string }[]>;
  addFaults(...faults: readonly Fault[]): void;
  clearFaults(): void;
  /** Cuts all connections and lets go of port and file. */
  close(): Promise<void>;
}

/** A sandbox that listens, on 127.0.0.1 only. */
export type Sandbox = Omit<SandboxInProcess, "fetch">;

/** Starts the service on loopback and resolves once it listens. Rejects when port or file cannot be had. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { app, sandbox } = open(options);
  const server = createAdaptorServer({
    fetch: app.fetch,
    // A connection that the server closes for idleness just as it is used again would look like a fault.
    serverOptions: { keepAliveTimeout: 600_000 },
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening").catch(async (error) => {
    await sandbox.close();
    throw error;
  });
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    ...sandbox,
    url: origin + basePath,
    origin,
    async close() {
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
      await sandbox.close();
    },
  };
}

/** The service without a port, for a client in this process. */
export function createSandbox(options: SandboxOptions = {}): SandboxInProcess {
  const { app, sandbox } = open(options);
  const origin = "http://127.0.0.1:1";
  return {
    ...sandbox,
    url: origin + basePath,
    origin,
    fetch: async (input, init) => await app.request(input, init),
  };
}

/** The world in the file of a sandbox, as a seed. Throws for another file. */
export const readSandboxFile = (file: string): Required<SandboxSeed> => describeWorld(readWorld(file));

function open(options: SandboxOptions) {
  const now = options.now ?? (() => new Date());
  const store = openStore(options.file);
  const token = prepare(store, options, now());
  const faults = createFaults();
  faults.add(options.faults ?? []);
  const log = createLog();
  const state = () => describeWorld(store.world);
  const app = createApi({
    store,
    respond: createService(store, now),
    faults,
    log,
    now,
    onEffect: (entry) => options.onEffect?.(entry, state),
  });
  app.route("/", createProductApp(store, faults, log));
  const sandbox = {
    token,
    adminToken: firstToken(store.world, "admin")?.id,
    state,
    log: log.entries,
    async acceptInvites(email?: string) {
      const joined = store.transact((write) => acceptInvites(write, email));
      await store.durable();
      return joined;
    },
    addFaults: (...added: readonly Fault[]) => faults.add(added),
    clearFaults: faults.clear,
    close: () => store.close(),
  };
  return { app, sandbox };
}

/** Fills an empty world from the seed and lays the options over it; gives the token of an organization admin. */
function prepare(store: Store, { seed = {}, token, like, ...given }: SandboxOptions, now: Date): string {
  const { world } = store;
  const settings = like === undefined ? given.settings : { ...given.settings, habits: habitsOfRecord(like) };
  return store.transact((write) => {
    const [organization] = world.organizations.all();
    if (!organization) seedWorld(write, seed, now);
    if (settings) write.put("settings", { ...settingsOf(world), ...settings });
    const known = token === undefined ? firstToken(world, "org_admin") : world.tokens.get(token);
    if (known) return known.id;
    const admin = firstOrganizationAdmin(world);
    if (!admin) throw new Error("the sandbox has no organization admin");
    return addToken(write, { email: admin.email, scope: "org_admin", token }).id;
  });
}

/** The habits that each outcome of a check shows, by the name of what was checked. Other outcomes say nothing here. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, Partial<Habits>>>>> = {
  "read-after-write": {
    "within 1 s": { read_lag_ms: 1_000 },
    "within 2 s": { read_lag_ms: 2_000 },
    "within 5 s": { read_lag_ms: 5_000 },
    "within 10 s": { read_lag_ms: 10_000 },
  },
  "unknown-workspace-is-forbidden": { "404": { unknown_place: "404" } },
  "lists-are-whole": { pages: { page_size: 20 } },
  "group-names-are-kept": { trimmed: { names: "trimmed" } },
  "group-names-may-repeat": { "409": { equal_names: "refused" } },
  "letter-case-of-group-names-counts": { "409": { letter_case: "ignored" } },
  "second-delete-is-not-found": { accepted: { repeated_delete: "204" } },
  "email-is-not-listed": { listed: { lists_email: true } },
  "winner-of-a-tie": { last: { tie: "last" } },
};

/** The habits in a record of the service, in the format of schemas/acceptance.schema.json. Throws for another file. */
function habitsOfRecord(record: object): Partial<Habits> {
  const { results }: { readonly results?: unknown } = record;
  if (!Array.isArray(results)) throw new Error("the record has no results");
  return Object.assign({}, ...results.map(shownBy));
}

function shownBy(result: unknown): Partial<Habits> {
  if (!isRecord(result)) throw new Error("a result in the record is not an object");
  const { assumption, observed } = result;
  return SHOWN[String(assumption)]?.[String(observed)] ?? {};
}
