import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { type FakeGithub, startFakeGithub } from "./fake-github.js";
import { type Machine, ORGFORM_TOKEN, setUpMachine } from "./runner.js";

let github: FakeGithub;
let sandbox: Sandbox;
let machine: Machine;

beforeEach(async () => {
  github = await startFakeGithub();
  const organization = { id: "org_northwind", name: "Northwind" };
  sandbox = await startSandbox({
    seed: { organization, workspaces: [{ name: "prod" }] },
    token: ORGFORM_TOKEN,
  });
  machine = await setUpMachine(github, sandbox);
  machine.write(
    "orgform.yaml",
    "version: 1\norganization: {id: org_northwind, name: Northwind}\nworkspaces: {}\n",
  );
});

afterEach(async () => {
  await machine.close();
  await sandbox.close();
  await github.close();
});

describe("GitHub's API", () => {
  it("is asked again after a failure of a read, and waited for where it asks to wait, writes included", async () => {
    machine.write(
      "orgform.yaml",
      "version: 1\norganization: {id: org_northwind, name: N}\nworkspaces: {other: {}}\n",
    );
    github.first.push({ status: 502 });
    const run = machine.run("drift", { event: {} });
    while (!github.requests.includes("GET issues")) await new Promise((wake) => setTimeout(wake, 5));
    github.first.push(
      { status: 403, headers: { "retry-after": "0" } },
      { status: 429, headers: { "retry-after": "0" } },
    );
    expect(await run).toMatchObject({ exitCode: 0, outputs: { outcome: "differences" } });
    expect(github.issues).toHaveLength(1);
    expect(github.requests.length).toBeGreaterThanOrEqual(5);
  });

  it("is not waited for where it asks for more than minutes, and a refusal for another reason is told at once", async () => {
    github.first.push({ status: 403, headers: { "retry-after": "3600" } });
    const slow = await machine.run("drift", { event: {} });
    expect(slow.exitCode).toBe(1);
    github.readOnly = true;
    machine.write(
      "orgform.yaml",
      "version: 1\norganization: {id: org_northwind, name: N}\nworkspaces: {other: {}}\n",
    );
    const { log, exitCode } = await machine.run("drift", { event: {} });
    expect(exitCode).toBe(1);
    expect(log).toContain("Resource not accessible by integration");
    expect(github.requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
  });

  it("is reached through a proxy where the runner has one", async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on("connect", (request, socket) => {
      asked.push(request.url ?? "");
      const { port } = new URL(github.url);
      const onward = connect(Number(port), "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
      for (const [from, to] of [
        [onward, socket],
        [socket, onward],
      ] as const) {
        from.on("error", () => to.destroy());
        from.pipe(to);
      }
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    try {
      const { port } = proxy.address() as AddressInfo; // A TCP server that listens has one.
      const { exitCode } = await machine.run("drift", {
        event: {},
        env: { GITHUB_API_URL: "http://github.example", http_proxy: `http://127.0.0.1:${port}` },
      });
      expect(exitCode).toBe(0);
      expect(asked[0]).toBe("github.example:80");
      expect(github.requests).toContain("GET issues");
    } finally {
      proxy.close();
    }
  });
});
