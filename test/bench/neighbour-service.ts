import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** A role of the neighbour's service, with what it permits: the nearest that it has to a group with its values. */
export interface Role {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

interface Permission {
  readonly permission_name: string;
  readonly resource_server_identifier: string;
}

/** The part of the management API that roles need, on loopback. */
export interface NeighbourService {
  /** `localhost:PORT`; the command that is measured adds `https://` by itself. */
  readonly domain: string;
  /** The certificate that the command has to trust. */
  readonly certificate: string;
  /** The number of requests since the last time that somebody asked. */
  takeRequests(): number;
  /** Replaces the roles that exist. */
  seed(roles: readonly string[], permissions: readonly Permission[]): void;
  stop(): Promise<void>;
}

/** Starts the service with a certificate of its own; each answer takes `latency` milliseconds longer. */
export async function startNeighbourService(folder: string, latency: number): Promise<NeighbourService> {
  const { key, certificate } = selfSigned(folder);
  const roles = new Map<string, Role>();
  const permitted = new Map<string, readonly Permission[]>();
  let requests = 0;
  const add = ({ name, description }: Omit<Role, "id">): Role => {
    const role = { id: `rol_${roles.size}`, name, description };
    roles.set(role.id, role);
    return role;
  };
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) });
  server.on("request", async (request, response) => {
    requests += 1;
    const url = new URL(request.url ?? "/", "https://localhost");
    const [, , , , id, below] = url.pathname.split("/");
    const body = await text(request);
    const page = <T>(items: readonly T[], named: string): unknown => {
      const [at, size] = [
        Number(url.searchParams.get("page")),
        Number(url.searchParams.get("per_page") ?? 50),
      ];
      const shown = items.slice(at * size, (at + 1) * size);
      return { start: at * size, limit: size, total: items.length, [named]: shown };
    };
    const answer = (): unknown => {
      if (!url.pathname.startsWith("/api/v2/roles")) return {};
      if (request.method === "POST" && id === undefined) return add(JSON.parse(body));
      if (request.method === "POST" && id !== undefined && below === "permissions") {
        permitted.set(id, [...(permitted.get(id) ?? []), ...JSON.parse(body).permissions]);
        return {};
      }
      if (request.method === "PATCH" && id !== undefined) {
        const role = { ...roles.get(id), ...JSON.parse(body), id };
        roles.set(id, role);
        return role;
      }
      if (id !== undefined && below === "permissions") return page(permitted.get(id) ?? [], "permissions");
      return page([...roles.values()], "roles");
    };
    const answered = JSON.stringify(answer());
    setTimeout(() => response.setHeader("content-type", "application/json").end(answered), latency);
  });
  return {
    domain: `localhost:${await listen(server)}`,
    certificate,
    takeRequests() {
      const counted = requests;
      requests = 0;
      return counted;
    },
    seed(names, permissions) {
      roles.clear();
      permitted.clear();
      for (const name of names) permitted.set(add({ name, description: name }).id, permissions);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function selfSigned(folder: string): { readonly key: string; readonly certificate: string } {
  const [key, certificate] = [join(folder, "neighbour.key"), join(folder, "neighbour.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", certificate];
  const made = spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  return { key, certificate };
}
