import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { apiDiagnostic } from "../../src/api/api-diagnostic.js";
import { ApiError } from "../../src/api/call/api-error.js";
import { createClient } from "../../src/api/client.js";
import { faultKinds } from "../../src/sandbox/start-sandbox.js";
import { clientOf, openSandbox, rejection } from "./connect.js";
import { refuseTunnels, serve } from "./hostile-server.js";
import { instantClock } from "./instant-clock.js";

const token = "pat-7f3a9c-secret";
const me = {
  data: { user_id: "usr_1", organization: { id: "org_1", name: "Org" }, workspaces: [] },
  meta: { status: "success" },
};
const json = { "content-type": "application/json" };

/** Everything that anybody could print of an error. */
const everythingOf = (error: unknown) =>
  error instanceof ApiError
    ? [
        JSON.stringify(error),
        inspect(error, { depth: 20, showHidden: true }),
        JSON.stringify(apiDiagnostic(error)),
      ].join()
    : "";

describe("a redirect", () => {
  it("is followed within the origin, by a GET", async () => {
    const origin = await serve((request, response) => {
      if (request.url === "/api/me") response.writeHead(308, { location: "/elsewhere" }).end();
      else response.writeHead(200, json).end(JSON.stringify(me));
    });
    const client = createClient({ baseUrl: `${origin}/api`, token });
    expect((await client.getMe()).data.user_id).toBe("usr_1");
  });

  it("takes the token nowhere else, nor is it retried", async () => {
    const seen: unknown[] = [];
    const elsewhere = await serve((request, response) => {
      seen.push(request.headers);
      response.writeHead(200, json).end(JSON.stringify(me));
    });
    let asked = 0;
    const origin = await serve((_, response) => {
      asked += 1;
      response.writeHead(302, { location: `${elsewhere}/me` }).end();
    });
    expect(await rejection(createClient({ baseUrl: origin, token }).getMe())).toMatchObject({
      reason: "malformed-response",
      status: 302,
    });
    expect(seen).toEqual([]);
    expect(asked).toBe(1);
  });

  it("in a circle, without a target, or of a write ends in an error", async () => {
    let asked = 0;
    const origin = await serve((request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(307, request.method === "DELETE" ? {} : { location: request.url ?? "" }).end();
    });
    const client = createClient({ baseUrl: origin, token });
    expect(await rejection(client.getMe())).toMatchObject({ reason: "malformed-response" });
    expect(asked).toBe(4);
    expect(await rejection(client.createWorkspace({ body: { name: "x" } }))).toMatchObject({
      mayHaveHappened: true,
    });
    expect(await rejection(client.archiveWorkspace({ workspace_id: "w" }))).toMatchObject({
      mayHaveHappened: true,
    });
    expect(asked).toBe(6);
  });
});

describe("an answer without end", () => {
  it("is cut off by its size", async () => {
    const page = Buffer.alloc(1024 * 1024, " ");
    let sent = 0;
    const origin = await serve((_, response) => {
      response.writeHead(200, json);
      const pump = () => {
        do sent += page.length;
        while (response.write(page));
      };
      response.on("drain", pump);
      pump();
    });
    expect(await rejection(createClient({ baseUrl: origin, token }).getMe())).toMatchObject({
      reason: "malformed-response",
      retryable: false,
    });
    expect(sent).toBeLessThan(80 * 1024 * 1024);
  });

  it("is read as far as nesting goes, without a crash", async () => {
    const deep = `{"data":${"[".repeat(100_000)}${"]".repeat(100_000)},"meta":{"status":"success"}}`;
    const origin = await serve((_, response) => response.writeHead(200, json).end(deep));
    const client = createClient({ baseUrl: origin, token, clock: instantClock() });
    expect(await rejection(client.getMe())).toMatchObject({ reason: "malformed-response" });
  });

  it("of bytes that are no text is malformed", async () => {
    const origin = await serve((_, response) =>
      response
        .writeHead(200, json)
        .end(Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xff]), Buffer.from('"}')])),
    );
    const client = createClient({ baseUrl: origin, token, clock: instantClock() });
    expect(await rejection(client.getMe())).toMatchObject({ reason: "malformed-response" });
  });
});

describe("the token", () => {
  it("is in no error, whatever fails", async () => {
    for (const kind of faultKinds) {
      const sandbox = await openSandbox({
        token,
        faults: [{ kind, ...(kind === "slow" ? { ms: 300 } : {}) }],
      });
      const client = clientOf(sandbox, { timeoutMs: 100 });
      const error = await rejection(client.createWorkspace({ body: { name: "hush-hush" } })).catch(
        () => undefined,
      );
      if (!["stale-read", "merge", "warn"].includes(kind)) expect(error, kind).toBeInstanceOf(ApiError);
      expect(everythingOf(error), kind).not.toMatch(/secret|hush-hush|authorization/i);
    }
  });

  it("is taken out of what a server repeats", async () => {
    const origin = await serve((request, response) => {
      const message = `no such token: ${request.headers.authorization}`;
      response.writeHead(401, json).end(JSON.stringify({ meta: { status: "error", errors: [{ message }] } }));
    });
    const error = await rejection(createClient({ baseUrl: origin, token }).getMe());
    expect(error).toMatchObject({ messages: ["no such token: Bearer [token]"] });
    expect(everythingOf(error)).not.toContain(token);
  });

  it("is taken out of a long message before that is cut", async () => {
    for (const length of [490, 499]) {
      const message = `${"x".repeat(length)}${token}${"y".repeat(10_000)}`;
      const origin = await serve((_, response) => {
        response
          .writeHead(400, json)
          .end(JSON.stringify({ meta: { status: "error", errors: [{ message }] } }));
      });
      const error = await rejection(createClient({ baseUrl: origin, token }).getMe());
      expect(everythingOf(error)).not.toContain(token.slice(0, 4));
      expect(everythingOf(error).length).toBeLessThan(10_000);
    }
  });

  it("that no header can carry is refused before anything is sent, and not repeated", async () => {
    for (const bad of ["", "pat\nsecret", "pat secret", "päss-secret"]) {
      const error = await rejection(createClient({ baseUrl: "http://127.0.0.1:1", token: bad }).getMe());
      expect(error).toMatchObject({ reason: "unauthorized" });
      expect(everythingOf(error)).not.toContain("secret");
    }
  });
});

describe("a proxy", () => {
  it("is asked for a tunnel, and sees no token", async () => {
    const asked: { url: string | undefined; headers: object }[] = [];
    const HTTPS_PROXY = await refuseTunnels(asked);
    const client = createClient({
      baseUrl: "https://service.invalid/api",
      token,
      clock: instantClock(),
      environment: { HTTPS_PROXY },
    });
    expect(await rejection(client.getMe())).toMatchObject({ reason: "network" });
    expect(asked[0]?.url).toBe("service.invalid:443");
    expect(JSON.stringify(asked)).not.toMatch(/secret|authorization/i);
  });

  it("is never used for this machine", async () => {
    const asked: { url: string | undefined; headers: object }[] = [];
    const HTTPS_PROXY = await refuseTunnels(asked);
    for (const baseUrl of ["https://127.0.0.1:1", "https://localhost:1", "https://[::1]:1"]) {
      const client = createClient({ baseUrl, token, clock: instantClock(), environment: { HTTPS_PROXY } });
      expect(await rejection(client.getMe())).toMatchObject({ reason: "network" });
    }
    expect(asked).toEqual([]);
  });
});
