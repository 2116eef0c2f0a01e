import { describe, expect, it } from "vitest";
import type { Fault } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";
import { NORTHWIND, openNorthwind } from "./northwind.js";

const SOON = "API v2 will be switched off";
const NOTICE: Fault = { kind: "warn", warnings: [SOON] };

const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {team: {data_type: string}, level: {data_type: string}}
`;

async function open(...faults: readonly Fault[]) {
  const sandbox = await openNorthwind();
  sandbox.addFaults(...faults);
  const folder = await openFolder();
  const file = await folder.write("orgform.yaml", FILE);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: NORTHWIND.tokens[0].token };
  const run = (...args: readonly string[]) => orgform([...args, "-f", file], { env, cwd: folder.path(".") });
  return { run, folder, sandbox };
}

const times = (text: string, words: string): number => text.split(words).length - 1;

describe("a warning of the service", () => {
  it.each([
    ["whoami"],
    ["whoami", "--format", "json"],
    ["plan"],
    ["drift"],
    ["drift", "--format", "markdown"],
    ["export"],
    ["who", "region=west"],
    ["who", "region=west", "--format", "csv"],
    ["compare", "live"],
    ["review"],
  ])("is shown once, whatever is read: %s %s %s", async (...given) => {
    const args = given.filter((word) => word !== undefined);
    const { run } = await open(NOTICE);
    const { stdout, stderr } = await run(...args);
    const inProduct = args.includes("markdown") ? stdout : "";
    expect(times((inProduct === "" ? stdout : "") + stderr, SOON)).toBe(1);
    if (inProduct !== "") expect(times(inProduct, SOON)).toBe(1);
  });

  it("names the endpoints and the number of answers", async () => {
    const { run } = await open(NOTICE);
    expect((await run("whoami")).stderr).toBe(
      `Warning: The service says: ${SOON} (GET /me, GET /workspaces, 2 answers)\n`,
    );
    expect((await run("plan")).stdout).toContain(`The service says: ${SOON} (GET /me, GET /workspaces, GET`);
  });

  it("is in the JSON of a plan, with what was said in fields, and is part of no approval", async () => {
    const { run, sandbox } = await open(NOTICE);
    const plan = JSON.parse((await run("plan", "--format", "json")).stdout);
    expect(plan.warnings).toEqual([
      {
        code: "service-warning",
        message: expect.stringContaining(SOON),
        service: {
          message: SOON,
          endpoints: [
            "GET /me",
            "GET /workspaces",
            "GET /workspaces/ws_prod/groups",
            "GET /workspaces/ws_prod/user_attribute_definitions",
          ],
          answers: 4,
        },
      },
    ]);
    sandbox.clearFaults();
    expect(JSON.parse((await run("plan", "--format", "json")).stdout)).toMatchObject({
      plan_digest: plan.plan_digest,
      warnings: [],
    });
  });

  it("fails no plan that is told to fail on warnings: the file cannot mend it", async () => {
    const { run } = await open(NOTICE);
    expect((await run("plan", "--fail-on", "warning")).exitCode).toBe(0);
  });

  it("stands once among the events of an apply, beside the change where a write gave it", async () => {
    const { run } = await open(NOTICE, { ...NOTICE, match: { method: "POST" }, warnings: ["odd name"] });
    const { stdout, stderr } = await run("apply", "--auto-approve", "--format", "json", "--no-receipt");
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const said = events.filter(({ diagnostic }) => diagnostic?.code === "service-warning");
    expect(said).toMatchObject([{ diagnostic: { severity: "warning", service: { message: SOON } } }]);
    expect(events.find(({ type }) => type === "apply_complete")).toMatchObject({ warnings: [SOON] });
    expect(events.at(-1)).toMatchObject({ type: "apply_summary", warnings: 1 });
    expect(times(stderr, SOON)).toBe(1);
  });

  it("is shown beside its change and once in the summary of an apply", async () => {
    const { run } = await open({ kind: "warn", match: { method: "POST" }, warnings: ["odd name"] });
    const { stdout, stderr } = await run("apply", "--auto-approve", "--no-receipt");
    expect(stdout).toMatch(/Creation complete\n {2}Warning: odd name\n/);
    expect(stdout).toMatch(
      /Done, with a warning from the service\n {2}Warning: odd name\n {4}\+ prod\/attributes\/level\n/,
    );
    expect(times(stdout + stderr, "odd name")).toBe(2);
  });

  it("of a read during an apply is told at its end", async () => {
    const { run } = await open(
      { kind: "drop", when: "after", match: { method: "POST", nth: 1 } },
      {
        kind: "warn",
        match: { method: "GET", path: "/workspaces/*/user_attribute_definitions", nth: 2 },
        warnings: [SOON],
      },
    );
    const { stdout, stderr } = await run("apply", "--auto-approve", "--no-receipt");
    expect(times(stdout + stderr, SOON)).toBe(1);
    expect(stdout).toContain(
      `Warning: The service says: ${SOON} (GET /workspaces/ws_prod/user_attribute_definitions)`,
    );
  });

  it("never reaches a terminal as it is", async () => {
    const { run } = await open({ kind: "warn", warnings: ["\u001b[2Jgone\nError: hostile"] });
    for (const args of [["whoami"], ["plan"], ["apply", "--auto-approve", "--no-receipt"]]) {
      const { stdout, stderr } = await run(...args);
      expect(stdout + stderr).not.toContain("\u001b");
      expect(stdout + stderr).not.toMatch(/^Error: hostile/m);
    }
  });
});

describe("an error of the service", () => {
  const TERMS: Fault = {
    kind: "status",
    status: 403,
    message: "Accept the new terms",
    error_code: "TERMS_REQUIRED",
    error_metadata: {
      accept_at: "https://app.northwind.example/terms",
      invite_url: "https://app.northwind.example/x",
    },
  };

  it("is in JSON as fields, and its code and details on screen", async () => {
    const { run } = await open(TERMS);
    const { stdout, exitCode } = await run("whoami", "--format", "json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "error",
      diagnostics: [
        {
          code: "api",
          service: {
            status_code: 403,
            error_code: "TERMS_REQUIRED",
            occurred_at: expect.stringMatching(/^\d{4}-/),
            error_metadata: { accept_at: "https://app.northwind.example/terms", invite_url: "[secret]" },
          },
        },
      ],
    });
    const { stderr } = await run("whoami");
    expect(stderr.replace(/\s+/g, " ")).toContain(
      "GET /me answered 403 (TERMS_REQUIRED): Accept the new terms. It adds: accept_at = https://app.northwind.example/terms",
    );
  });

  it("under a status of success is told at once, in its own words", async () => {
    const { run, sandbox } = await open({ ...TERMS, status: 200 });
    const { stderr } = await run("plan");
    expect(stderr.replace(/\s+/g, " ")).toContain(
      "GET /me answered 200 with an error (TERMS_REQUIRED): Accept the new terms.",
    );
    expect(sandbox.log()).toHaveLength(1);
  });
});

describe("SSO_REQUIRED", () => {
  const said = "The organization requires single sign-on";

  it.each([200, 400, 401, 403, 500])("is explained under a status of %i, and asked once", async (status) => {
    const { run, sandbox } = await open({ kind: "status", status, error_code: "SSO_REQUIRED" });
    for (const args of [["whoami"], ["plan"], ["drift"], ["export"], ["who", "region=west"]]) {
      expect((await run(...args)).stderr).toContain(said);
    }
    expect(sandbox.log()).toHaveLength(5);
  });

  it.each(["/workspaces", "/workspaces/*/groups"])(
    "is explained when %s says so, and nothing else is made of it",
    async (path) => {
      const { run } = await open({
        kind: "status",
        status: 403,
        error_code: "SSO_REQUIRED",
        match: { path },
      });
      const { stderr, exitCode } = await run("plan");
      expect(stderr).toContain(said);
      expect(exitCode).toBe(1);
    },
  );

  it.each([200, 403])("ends an apply at the first write, with status %i", async (status) => {
    const { run, sandbox } = await open({
      kind: "status",
      status,
      error_code: "SSO_REQUIRED",
      match: { method: "POST" },
    });
    const { stdout, exitCode } = await run("apply", "--auto-approve", "--no-receipt", "--concurrency", "1");
    expect(stdout).toContain(said);
    expect(stdout).not.toMatch(/may have had its effect/);
    expect(exitCode).toBe(5);
    expect(sandbox.log().filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(sandbox.log().at(-1)).toMatchObject({ method: "POST" });
  });
});
