import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttp, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { httpFetch } from "../../src/api/transport/http-fetch.js";
import { ORGFORM } from "../support/run-built.js";

const CERT = fileURLToPath(new URL("certificate/cert.pem", import.meta.url));
const TLS = {
  cert: readFileSync(CERT),
  key: readFileSync(new URL("certificate/key.pem", import.meta.url)),
};
const PLACE = { id: "ws_1", name: "Café" };
const ANSWERS: Readonly<Record<string, unknown>> = {
  "/me": { user_id: "u", organization: { id: "org_1", name: "Northwind" }, workspaces: [PLACE] },
  "/workspaces": [{ ...PLACE, provision_by_default: false, archived_at: null }],
};

type Encode = (text: string) => { readonly headers?: object; readonly body: Uint8Array };

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A service that writes down the headers of its requests. */
function serviceWith(encode: Encode, seen: IncomingHttpHeaders[]): RequestListener {
  return ({ url = "", headers }, response) => {
    seen.push(headers);
    const text = JSON.stringify({ data: ANSWERS[url], meta: { status: "success", warnings: [] } });
    const { body, ...more } = encode(text);
    response.writeHead(200, { "content-type": "application/json", ...more.headers }).end(body);
  };
}

/** A proxy that opens tunnels to a port of this machine, whatever host it is asked for. */
async function tunnelTo(port: number, asked: unknown[]): Promise<string> {
  const proxy = createHttp();
  proxy.on("connect", ({ url }, client, head) => {
    asked.push(url);
    const service = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      service.write(head);
      service.pipe(client).pipe(service);
    });
    for (const end of [client, service]) end.on("error", () => {});
  });
  return `http://127.0.0.1:${await portOf(proxy)}`;
}

/** `orgform whoami` at an address, with nothing of this machine's environment. */
async function whoami(baseUrl: string, env: Readonly<Record<string, string>> = {}) {
  const args = ["whoami", "--base-url", baseUrl, "--verbose"];
  const own = { PATH: process.env.PATH ?? "", ORGFORM_TOKEN: "t0ken", NODE_EXTRA_CA_CERTS: CERT };
  return await execa(process.execPath, [ORGFORM, ...args], {
    env: { ...own, ...env },
    extendEnv: false,
    stdin: "ignore",
    reject: false,
  });
}

const WAYS = ["http", "https", "proxy"] as const;

/** The answer of `whoami` on one way to a service that encodes its answers, and the headers that arrived. */
async function askBy(way: (typeof WAYS)[number], encode: Encode) {
  const seen: IncomingHttpHeaders[] = [];
  const service = serviceWith(encode, seen);
  const port = await portOf(way === "http" ? createHttp(service) : createHttps(TLS, service));
  const run =
    way === "proxy"
      ? await whoami("https://service.test", { HTTPS_PROXY: await tunnelTo(port, []) })
      : await whoami(`${way}://127.0.0.1:${port}`);
  return { ...run, seen };
}

const plain: Encode = (text) => ({ body: Buffer.from(text) });

const coded =
  (coding: string, compress: (bytes: Buffer) => Uint8Array): Encode =>
  (text) => ({ headers: { "content-encoding": coding }, body: compress(Buffer.from(text)) });

describe("on every way", () => {
  it("the same headers arrive, with the name of the program", async () => {
    const runs = await Promise.all(WAYS.map((way) => askBy(way, plain)));
    const [first, ...others] = runs.map(({ seen }) => seen.map(({ host: _, ...headers }) => headers));
    for (const headers of first ?? [])
      expect(headers).toMatchObject({
        "user-agent": expect.stringMatching(/^orgform\/\d+\.\d+\.\d+/),
        authorization: "Bearer t0ken",
        accept: "application/json",
        "accept-encoding": "identity",
      });
    for (const headers of others) expect(headers).toEqual(first);
    for (const { exitCode, stdout } of runs)
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining("Café")]);
  });

  it("an answer that comes compressed is read, whatever the coding of each", async () => {
    const codings: readonly Encode[] = [
      coded("gzip", gzipSync),
      coded("X-GZIP", gzipSync),
      coded("deflate", deflateSync),
      coded("deflate", deflateRawSync),
      coded("br", brotliCompressSync),
      coded("identity", (bytes) => bytes),
    ];
    // Each run asks twice.
    for (let i = 0; i < codings.length; i += 2) {
      const runs = WAYS.map((way) => {
        let n = i;
        return askBy(way, (text) => codings[n++]?.(text) ?? plain(text));
      });
      for (const { exitCode, stdout, seen } of await Promise.all(runs))
        expect([exitCode, stdout, seen.length]).toEqual([0, expect.stringContaining("Café"), 2]);
    }
  });

  it.each([
    ["an unknown coding", coded("zstd", (bytes) => bytes), "Content-Encoding: zstd", 1],
    [
      "two codings",
      coded("gzip, br", (bytes) => brotliCompressSync(gzipSync(bytes))),
      "Content-Encoding: gzip, br",
      1,
    ],
  ] as const)("%s is named at once", async (_, encode, says, requests) => {
    for (const { exitCode, stderr, seen } of await Promise.all(WAYS.map((way) => askBy(way, encode)))) {
      expect([exitCode, seen.length]).toEqual([1, requests]);
      expect(stderr).toContain(says);
    }
  });
});

describe("a proxy", () => {
  it("opens a tunnel for a service, unless NO_PROXY names its host", async () => {
    const port = await portOf(createHttps(TLS, serviceWith(plain, [])));
    const asked: unknown[] = [];
    const HTTPS_PROXY = await tunnelTo(port, asked);
    expect((await whoami("https://service.test", { HTTPS_PROXY })).exitCode).toBe(0);
    expect(asked).toContain("service.test:443");
    for (const NO_PROXY of ["service.test", ".test", "other.example, service.test:443"]) {
      asked.length = 0;
      const fetch = await httpFetch("https://service.test", 1, { HTTPS_PROXY, NO_PROXY });
      await expect(fetch("https://service.test/me", {})).rejects.toThrow("service.test");
      expect(asked).toEqual([]);
    }
  });

  it("is said to be the place where nothing listens", async () => {
    const { stderr } = await whoami("https://service.test", { HTTPS_PROXY: "http://127.0.0.1:1" });
    expect(stderr).toContain("Nothing listens at 127.0.0.1:1");
    expect(stderr).toContain("Check the proxy's address (HTTPS_PROXY)");
  });

  it.each([
    [403, "The proxy opens no way to the service (403)", 1],
    [407, "The proxy asks for a user name and a password", 1],
    [502, "The proxy opens no way to the service (502)", 6],
    ["none", "The proxy closed the connection", 6],
  ] as const)(
    "that answers %s is named, and asked no more often than it may help",
    async (status, says, times) => {
      const proxy = createHttp();
      let tunnels = 0;
      proxy.on("connect", (_, client) => {
        tunnels += 1;
        if (status === "none") client.destroy();
        else client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      });
      const HTTPS_PROXY = `http://127.0.0.1:${await portOf(proxy)}`;
      const { exitCode, stderr } = await whoami("https://service.test", { HTTPS_PROXY });
      expect(exitCode).toBe(1);
      expect(stderr).toContain(says);
      expect(tunnels).toBe(times);
    },
  );

  it("that speaks no https is not taken for the service", async () => {
    const HTTPS_PROXY = `https://127.0.0.1:${await portOf(createHttp())}`;
    const { stderr } = await whoami("https://service.test", { HTTPS_PROXY });
    expect(stderr).toContain("The proxy does not speak https at its address");
    expect(stderr).not.toContain("Warning");
  });
});

it("a certificate of an unknown authority is not trusted on any way, and not asked for twice", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const port = await portOf(createHttps(TLS, serviceWith(plain, seen)));
  const env = { NODE_EXTRA_CA_CERTS: "" };
  for (const run of [
    await whoami(`https://127.0.0.1:${port}`, env),
    await whoami("https://service.test", { ...env, HTTPS_PROXY: await tunnelTo(port, []) }),
  ]) {
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(/SELF_SIGNED|UNABLE_TO/);
    expect(run.stderr).toContain("The certificate of the service is not trusted");
    expect(run.stderr.match(/attempt|GET \/me/gi)?.length).toBeLessThan(4);
  }
  expect(seen).toEqual([]);
});
