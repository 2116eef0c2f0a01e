import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { copySources, startBefore } from "../support/copy-of-sources.js";

/**
 * The exercise of docs/development.md: a kind that does not exist is added to a copy of the sources, by its own file and
 * two descriptions, and everything else follows: addresses, plan, order, apply, receipt, export.
 */
const CASE = fileURLToPath(new URL("./made-up-kind/", import.meta.url));
const copy = copySources("kind");
const read = (path: string): string => readFileSync(path, "utf8");

/** The three files that the new kind takes; its case folder is the fourth. */
function addConnections(): void {
  writeFileSync(join(copy.folder, "src/kinds/connection.ts"), read(join(CASE, "connection.txt")));
  copy.edit("schemas/orgform.schema.json", (text) => {
    const schema = JSON.parse(text);
    const { connections } = JSON.parse(read(join(CASE, "orgform.schema.json")));
    schema.$defs.workspace.properties.connections = { ...connections, $comment: "kind: connection" };
    return JSON.stringify(schema);
  });
  copy.edit("schemas/openapi.yaml", (text) => {
    const api = parse(text);
    const { paths, schemas } = JSON.parse(read(join(CASE, "openapi.json")));
    Object.assign(api.paths, paths);
    Object.assign(api.components.schemas, schemas);
    for (const name of ["ConnectionCreate", "ConnectionUpdate"])
      api.components.requestBodies[name] = bodyOf(name);
    for (const name of ["Connection", "ConnectionList"])
      api.components.responses[name] = bodyOf(`${name}Envelope`);
    return JSON.stringify(api);
  });
}

const bodyOf = (schema: string) => ({
  description: schema,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

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
  const service = await startBefore(sandbox, async (asked, ask) => {
    const { method, path, body } = asked;
    const [, id] = path.match(/\/workspaces\/ws_1\/connections(?:\/(\w+))?$/) ?? [];
    if (!path.includes("/connections")) return ask(asked);
    if (method !== "GET") writes.push(`${method} ${id ?? ""}${body}`);
    if (method === "DELETE" && id !== undefined) {
      connections.delete(id);
      return { status: 204, text: "" };
    }
    const key = id ?? `new${writes.length}`;
    if (method !== "GET") connections.set(key, { ...connections.get(key), id: key, ...JSON.parse(body) });
    const data = method === "GET" ? [...connections.values()] : connections.get(key);
    const meta = { status: "success", warnings: [], errors: [] };
    return { status: method === "POST" ? 201 : 200, text: JSON.stringify({ data, meta }) };
  });
  return { ...service, writes, connections };
}

type Service = Awaited<ReturnType<typeof startService>>;

const orgform = (service: Service, ...args: readonly string[]) => copy.orgform(service.env, ...args);

let service: Service;
beforeAll(async () => {
  addConnections();
  writeFileSync(join(copy.folder, "orgform.yaml"), read(join(CASE, "orgform.yaml")));
  await copy.build();
  service = await startService();
}, 180_000);
afterAll(async () => {
  await service?.close();
  copy.remove();
});

describe("a kind that is added by its own file and two descriptions", () => {
  it("is validated, planned, written in order, and then there is nothing left to do", async () => {
    const plan = await orgform(service, "plan");
    await expect(plan).toMatchFileSnapshot(join(CASE, "expected-plan.txt"));
    await orgform(service, "apply", "--auto-approve", "--receipt", "receipt.jsonl");
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

  it("stands in the receipt as it was", async () => {
    const shown = await orgform(service, "show", "receipt.jsonl");
    expect(shown).toMatch(/~ northwind-prod\/connections\/finance +timeout 30 → 90/);
    expect(shown).toContain("- northwind-prod/connections/old  dialect mysql, timeout 30\n");
  });
});
