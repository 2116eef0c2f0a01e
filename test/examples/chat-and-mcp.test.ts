import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { ORGFORM } from "../support/run-built.js";
import { openWorkshop, type Workshop } from "./workshop.js";

let workshop: Workshop;
afterEach(() => workshop.close());

/** A chat that keeps what is posted to it. */
async function openChat() {
  const posts: { text: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    posts.push(JSON.parse(body));
    response.end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { posts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const RECIPE = `orgform drift --file ../quickstart --format json --out drift.json || true
WEBHOOK=$CHAT_WEBHOOK node drift-to-chat.mjs drift.json`;

it("posts drift to a chat, and nothing where there is none", async () => {
  workshop = await openWorkshop("quickstart/organization.json");
  const { posts, url } = await openChat();
  const env = { CHAT_WEBHOOK: url };
  expect(await workshop.run(RECIPE, "chat", env)).toMatchObject({ exitCode: 0 });
  expect(posts).toHaveLength(1);
  expect(posts[0]?.text).toContain("The organization differs from its file in ");
  const [, people = ""] = posts[0]?.text.match(/People who see more than the file says: (.*)/) ?? [];
  expect(people.split(", ")).toEqual(
    ["ada", "bob", "cleo", "dan"].map((name) => `${name}@northwind.example`),
  );
  expect(posts[0]?.text).toContain("• northwind-prod/groups/");

  await workshop.run("orgform apply --file ../quickstart --auto-approve", "chat");
  expect(await workshop.run(RECIPE, "chat", env)).toMatchObject({ exitCode: 0 });
  expect(posts).toHaveLength(1);
});

/** The server of examples/mcp, as an assistant talks to it. */
async function openServer() {
  workshop = await openWorkshop("quickstart/organization.json");
  const { folder, sandbox } = workshop;
  const bin = join(folder, "orgform");
  writeFileSync(bin, `#!/bin/sh\nexec ${process.execPath} ${ORGFORM} "$@"\n`);
  chmodSync(bin, 0o755);
  const server = spawn(process.execPath, ["server.mjs"], {
    cwd: join(folder, "mcp"),
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      ORGFORM_FILE: join(folder, "quickstart"),
      ORGFORM_BASE_URL: sandbox.url,
      ORGFORM_TOKEN: sandbox.token,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill());
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let id = 0;
  return async (method: string, params: object = {}) => {
    id += 1;
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const { value } = await lines.next();
    expect(value).not.toContain(sandbox.token);
    return JSON.parse(String(value));
  };
}

it("answers an assistant by what orgform says, and writes nothing", async () => {
  const ask = await openServer();
  const { result } = await ask("initialize", { protocolVersion: "2025-06-18" });
  expect(result).toMatchObject({ protocolVersion: "2025-06-18", serverInfo: { name: "orgform" } });
  const { tools } = (await ask("tools/list")).result;
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(["who", "plan", "drift", "compare"]);
  for (const [name, given, key] of [
    ["who", { what: "region=west" }, "people"],
    ["plan", {}, "resource_changes"],
    ["drift", {}, "resource_changes"],
    ["compare", {}, "access_changes"],
  ] as const) {
    const answer = await ask("tools/call", { name, arguments: given });
    expect(answer.result, name).toMatchObject({ isError: false });
    expect(Object.keys(JSON.parse(answer.result.content[0].text)), name).toContain(key);
  }
  expect(workshop.sandbox.log().filter(({ method }) => method !== "GET")).toEqual([]);
});

it("takes no option for an argument, and no other command for a tool", async () => {
  const ask = await openServer();
  for (const params of [
    { name: "who", arguments: { what: "--out=orgform.yaml" } },
    { name: "who", arguments: { what: "dan", out: "x" } },
    { name: "apply", arguments: {} },
    { name: "constructor", arguments: {} },
  ])
    expect(await ask("tools/call", params)).toMatchObject({ error: { code: -32602 } });
  expect(await ask("resources/list")).toMatchObject({ error: { code: -32601 } });
});
