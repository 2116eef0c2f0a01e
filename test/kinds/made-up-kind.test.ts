import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";

/**
 * The exercise of docs/development.md: a kind that does not exist is added to a copy of the sources, by its own file and
 * two descriptions, and everything else follows: addresses, plan, order, apply, export, undo.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CASE = fileURLToPath(new URL("./made-up-kind/", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "orgform-kind-"));
const read = (path: string): string => readFileSync(path, "utf8");

/** The three files that the new kind takes; its case folder is the fourth. */
function addConnections(): void {
  writeFileSync(join(copy, "src/kinds/connection.ts"), read(join(CASE, "connection.txt")));

  const schemaPath = join(copy, "schemas/orgform.schema.json");
  const schema = JSON.parse(read(schemaPath));
  const { connections } = JSON.parse(read(join(CASE, "orgform.schema.json")));
  schema.$defs.workspace.properties.connections = { ...connections, "x-kind": "connection" };
  writeFileSync(schemaPath, JSON.stringify(schema));

  const apiPath = join(copy, "schemas/openapi.yaml");
  const api = parse(read(apiPath));
  const { paths, schemas } = JSON.parse(read(join(CASE, "openapi.json")));
  Object.assign(api.paths, paths);
  Object.assign(api.components.schemas, schemas);
  for (const name of ["ConnectionCreate", "ConnectionUpdate"])
    api.components.requestBodies[name] = bodyOf(name);
  for (const name of ["Connection", "ConnectionList"])
    api.components.responses[name] = bodyOf(`${name}Envelope`);
  writeFileSync(apiPath, JSON.stringify(api));
}

const bodyOf = (schema: string) => ({
  description: schema,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const BUILD = `
import { writeFileSync } from "node:fs";
import { generateSources } from "./src/build/generate/generate.mjs";
import { schemasWithKinds } from "./src/build/generate/kind-tables.mjs";
import { bundle } from "./src/build/bundle.mjs";
for (const [path, text] of Object.entries(schemasWithKinds("."))) writeFileSync(path, text);
generateSources(process.cwd());
await bundle("dist", "0.0.0");
`;

/** A service of which connections are a part: the sandbox for the rest, and a map. */
async function startService() {
  const sandbox = await startSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      workspaces: [{ id: "ws_1", name: "northwind-prod" }],
    },
  });
  const connections = new Map<string, object>([
    ["c1", { id: "c1", name: "finance", dialect: "postgres", timeout_seconds: 30 }],
    ["c2", { id: "c2", name: "old", dialect: "mysql", timeout_seconds: 30 }],
  ]);
  const writes: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const [, id] = url.match(/\/workspaces\/ws_1\/connections(?:\/(\w+))?$/) ?? [];
    if (!url.includes("/connections")) {
      const { host: _, connection: __, ...rest } = headers;
      const given = await fetch(`${sandbox.origin}${url}`, {
        method,
        headers: rest as Record<string, string>,
        ...(body === "" ? {} : { body }),
      });
      response.writeHead(given.status, { "content-type": given.headers.get("content-type") ?? "" });
      response.end(await given.text());
      return;
    }
    if (method !== "GET") writes.push(`${method} ${id ?? ""}${body}`);
    if (method === "DELETE" && id !== undefined) {
      connections.delete(id);
      response.writeHead(204).end();
      return;
    }
    const key = id ?? `new${writes.length}`;
    if (method !== "GET") connections.set(key, { ...connections.get(key), id: key, ...JSON.parse(body) });
    const data = method === "GET" ? [...connections.values()] : connections.get(key);
    response.writeHead(method === "POST" ? 201 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data, meta: { status: "success", warnings: [], errors: [] } }));
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    writes,
    connections,
    env: {
      ORGFORM_BASE_URL: `http://127.0.0.1:${port}${new URL(sandbox.url).pathname}`,
      ORGFORM_TOKEN: sandbox.token,
    },
    async close() {
      server.close();
      await sandbox.close();
    },
  };
}

type Service = Awaited<ReturnType<typeof startService>>;

async function orgform(service: Service, ...args: readonly string[]) {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(copy, "dist/main.js"), ...args], {
    cwd: copy,
    env: { PATH: process.env.PATH, ...service.env },
  });
  return stdout;
}

let service: Service;
beforeAll(async () => {
  for (const path of ["src", "schemas", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "dist"));
  addConnections();
  writeFileSync(join(copy, "orgform.yaml"), read(join(CASE, "orgform.yaml")));
  const run = promisify(execFile);
  await run(process.execPath, ["--input-type=module", "-e", BUILD], { cwd: copy });
  service = await startService();
}, 60_000);
afterAll(async () => {
  await service?.close();
  rmSync(copy, { recursive: true, force: true });
});

describe("a kind that is added by its own file and two descriptions", () => {
  it("is validated, planned, written in order, and then there is nothing left to do", async () => {
    const plan = await orgform(service, "plan");
    await expect(plan).toMatchFileSnapshot(join(CASE, "expected-plan.txt"));
    await orgform(service, "apply", "--auto-approve", "--receipt", "receipt.json");
    expect(service.writes.sort()).toEqual([
      "DELETE c2",
      'PATCH c1{"timeout_seconds":90}',
      'POST {"timeout_seconds":60,"name":"sales","dialect":"snowflake"}',
    ]);
    expect(await orgform(service, "plan")).toContain("No changes.");
  });

  it("is exported as the file has it", async () => {
    expect(await orgform(service, "export")).toContain(
      "    connections:\n      finance: {dialect: postgres, timeout: 90}\n      sales: {dialect: snowflake, timeout: 60}\n",
    );
  });

  it("is taken back", async () => {
    await orgform(service, "undo", "receipt.json", "--auto-approve", "--no-receipt");
    expect([...service.connections.values()].map((c) => JSON.stringify(c)).sort()).toEqual([
      expect.stringContaining('"name":"finance","dialect":"postgres","timeout_seconds":30'),
      expect.stringContaining('"name":"old","dialect":"mysql","timeout_seconds":30'),
    ]);
  });
});
