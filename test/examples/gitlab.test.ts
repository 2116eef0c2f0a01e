import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readReceiptAt } from "../support/receipts.js";
import { openWorkshop, type ScriptResult, type Workshop } from "./workshop.js";

const TOKEN = "glpat-0123456789abcdef";
const JOB_TOKEN = "glcbt-0123456789abcdef";

interface Note {
  readonly id: number;
  body: string;
  readonly author: { readonly id: number };
}

let notes: Note[];
let writes: string[];
/** The commits that an apply deployed. */
let deployments: string[];
let gitlab: Server;
let workshop: Workshop;
let jobs = 0;

beforeEach(async () => {
  [notes, writes, deployments] = [[], [], []];
  let last = 0;
  gitlab = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { body = "" } = (text === "" ? {} : JSON.parse(text)) as { body?: string };
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const id = Number(pathname.split("/").at(-1));
    const answer = (status: number, json?: unknown) =>
      response.writeHead(status).end(json && JSON.stringify(json));
    if (pathname === "/projects/5/deployments" && request.headers["job-token"] === JOB_TOKEN) {
      expect(Object.fromEntries(searchParams)).toMatchObject({
        environment: "orgform-apply",
        status: "success",
      });
      return answer(
        200,
        deployments
          .map((sha) => ({ sha }))
          .toReversed()
          .slice(0, 1),
      );
    }
    if (request.headers["private-token"] !== TOKEN) return answer(401);
    if (request.method !== "GET") writes.push(request.method ?? "");
    if (pathname === "/user") return answer(200, { id: 1 });
    if (request.method === "GET") {
      const [size, page] = [Number(searchParams.get("per_page")), Number(searchParams.get("page"))];
      return answer(200, notes.slice(size * (page - 1), size * page));
    }
    if (request.method === "POST") {
      last += 1;
      notes.push({ id: last, body, author: { id: 1 } });
      return answer(201, notes.at(-1));
    }
    if (request.method === "PUT") Object.assign(notes.find((note) => note.id === id) ?? {}, { body });
    else notes = notes.filter((note) => note.id !== id);
    answer(request.method === "PUT" ? 200 : 204, request.method === "PUT" ? {} : undefined);
  }).listen(0, "127.0.0.1");
  await once(gitlab, "listening");
  workshop = await openWorkshop("quickstart/organization.json");
  git("init", "--quiet");
  writeFileSync(
    join(workshop.folder, "gitlab/orgform.yaml"),
    readFileSync(join(workshop.folder, "quickstart/orgform.yaml")),
  );
});

afterEach(async () => {
  gitlab.closeAllConnections();
  gitlab.close();
  await workshop.close();
});

/** Runs git in the project's checkout. */
function git(...args: readonly string[]): string {
  const options = ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example"];
  const cwd = join(workshop.folder, "gitlab");
  return execFileSync("git", [...options, ...args], { cwd, encoding: "utf8" }).trim();
}

interface Job {
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
}

/** Runs a job of the template as GitLab would: before_script, script, and after_script whatever came of them. */
async function job(name: string, env: Record<string, string> = {}): Promise<ScriptResult> {
  const pipeline = parse(readFileSync(join(workshop.folder, "gitlab/.gitlab-ci.yml"), "utf8"));
  const { script, after_script = [] }: Job = pipeline[name];
  const { port } = gitlab.address() as AddressInfo; // A TCP server that listens has one.
  jobs += 1;
  const variables = {
    GITLAB_CI: "true",
    CI_JOB_ID: `${jobs}`,
    CI_PROJECT_DIR: join(workshop.folder, "gitlab"),
    CI_API_V4_URL: `http://127.0.0.1:${port}`,
    CI_PROJECT_ID: "5",
    CI_JOB_TOKEN: JOB_TOKEN,
    CI_JOB_URL: "https://gitlab.example/job/1",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: "../default-deny/orgform.yaml",
    CI_COMMIT_BEFORE_SHA: "../default-deny/orgform.yaml",
    GITLAB_TOKEN: TOKEN,
    ...env,
  };
  const result = await workshop.run(
    [...pipeline.default.before_script, ...script].join("\n"),
    "gitlab",
    variables,
  );
  const after = await workshop.run(after_script.join("\n"), "gitlab", variables);
  expect(after.output).toBe("");
  expect(after.exitCode).toBe(0);
  for (const token of [TOKEN, JOB_TOKEN]) expect(result.output + after.output).not.toContain(token);
  return result;
}

/** What the pipeline's cache keeps from run to run. */
const RECEIPTS = "gitlab/receipts";
const IN_MERGE_REQUEST = { CI_MERGE_REQUEST_IID: "3" };

describe("the GitLab pipeline", () => {
  it("validates into a test report", async () => {
    expect((await job("validate")).exitCode).toBe(0);
    expect(readFileSync(join(workshop.folder, "gitlab/validate.xml"), "utf8")).toContain('failures="0"');
  });

  it("leaves one note in the merge request, and writes over it", async () => {
    notes = Array.from({ length: 120 }, (_, i) => ({
      id: 1_000 + i,
      body: "<!-- orgform:plan -->",
      author: { id: 2 },
    }));
    expect((await job("plan merge request", IN_MERGE_REQUEST)).exitCode).toBe(0);
    expect(notes.at(-1)?.body).toContain("### Plan: 8 to add, 3 to change, 1 to remove.");
    expect(JSON.parse(readFileSync(join(workshop.folder, "gitlab/plan-report.json"), "utf8"))).toEqual({
      create: 8,
      update: 3,
      delete: 1,
    });
    await job("plan merge request", IN_MERGE_REQUEST);
    expect(writes).toEqual(["POST"]);
    for (const product of ["plan.json", "plan.md"]) rmSync(join(workshop.folder, "gitlab", product));
    await job("plan merge request", { ...IN_MERGE_REQUEST, ORGFORM_TOKEN: "wrong" });
    expect(writes).toEqual(["POST", "PUT"]);
    expect(notes.at(-1)?.body).toMatch(/### Not planned\n.*token/s);
    expect(notes).toHaveLength(121);
  });

  it("applies on main what its plan showed, once, and finds no drift after that", async () => {
    workshop.isBuilt = true;
    expect((await job("plan")).exitCode).toBe(0);
    expect((await job("apply")).exitCode).toBe(0);
    const [receipt = ""] = readdirSync(join(workshop.folder, RECEIPTS)).filter((name) =>
      name.endsWith(".jsonl"),
    );
    expect(readReceiptAt(join(workshop.folder, RECEIPTS, receipt)).outcome).toBe("ok");
    expect((await job("apply")).exitCode).toBe(4);
    expect((await job("drift")).exitCode).toBe(0);
    expect(writes).toEqual([]);
  });

  it("plans what an apply left that nobody started, or that failed", async () => {
    await workshop.close();
    workshop = await openWorkshop(COMPANY);
    git("init", "--quiet");
    const groups = () => workshop.sandbox.state().workspaces[0]?.groups?.map(({ name }) => name);
    let before = "";
    /** A commit on main, planned in its pipeline. */
    const merge = async (names: readonly string[]) => {
      const text = names.map((name, i) => `      ${name}: {precedence: ${10 + i}}\n`).join("");
      const file = `version: 1\norganization: {id: org_northwind}\nworkspaces:\n  prod:\n    groups:\n${text}`;
      writeFileSync(join(workshop.folder, "gitlab/orgform.yaml"), file);
      git("add", "orgform.yaml");
      git("commit", "--quiet", "--message", "change");
      const planned = await job("plan", before === "" ? {} : { CI_COMMIT_BEFORE_SHA: before });
      before = git("rev-parse", "HEAD");
      return planned;
    };
    await merge(["East", "West"]);
    expect((await job("apply")).exitCode).toBe(0);
    deployments.push(before);
    await merge(["West"]);
    const { output } = await merge(["West", "North"]);
    expect(output).toContain("1 to remove");
    expect((await job("apply")).exitCode).toBe(0);
    expect(groups()).toEqual(["West", "North"]);
  });

  it("gives people who join what an apply approved, and nothing that somebody changed since", async () => {
    await workshop.close();
    workshop = await openWorkshop(COMPANY);
    git("init", "--quiet");
    const write = (name: string, execs: readonly string[] = []) =>
      writeFileSync(join(workshop.folder, "gitlab", name), companyFile(execs));
    const membersOf = (group: string) =>
      workshop.sandbox.state().workspaces[0]?.groups?.find(({ name }) => name === group)?.members ?? [];
    const main = { CI_COMMIT_BEFORE_SHA: "before.yaml" };
    write("before.yaml");
    write("orgform.yaml");
    expect((await job("plan", main)).exitCode).toBe(0);
    expect((await job("apply", main)).exitCode).toBe(0);

    await accept(ADA);
    expect((await job("drift")).exitCode).toBe(0);
    expect((await job("joiners")).exitCode).toBe(0);
    expect(membersOf("Sales")).toEqual([ADA]);

    // Somebody takes Ada out again, and a commit that is not applied yet gives Cal more.
    await takeOut(ADA, "Sales");
    write("orgform.yaml", [CAL]);
    await accept(CAL);
    expect((await job("joiners")).exitCode).toBe(0);
    expect([...membersOf("Sales"), ...membersOf("Execs")]).toEqual([]);
    expect((await job("drift")).exitCode).toBe(2);

    // A commit brings a receipt along.
    git("add", "--force", "receipts");
    for (const name of ["joiners", "drift"]) {
      const { exitCode, output } = await job(name);
      expect({ exitCode, output }).toMatchObject({
        exitCode: 1,
        output: expect.stringContaining("approve nothing"),
      });
    }
  });
});

const ADA = "ada@northwind.example";
const CAL = "cal@northwind.example";
const COMPANY = { workspaces: [{ name: "prod" }] };

const companyFile = (execs: readonly string[]): string => `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      Sales: {precedence: 10, values: {region: west}, members: [${ADA}, ${CAL}]}
      Execs: {precedence: 20, values: {region: all}, members: [${execs.join(", ")}]}
    members: {${ADA}: {}, ${CAL}: {}}
`;

/** Accepts an invite, as its reader does in the product. */
async function accept(email: string): Promise<void> {
  const body = JSON.stringify({ workspace: "prod", email });
  await fetch(`${workshop.sandbox.origin}/_sandbox/accept-invite`, { method: "POST", body });
}

/** Takes somebody out of a group by hand. */
async function takeOut(email: string, name: string): Promise<void> {
  const { workspaces, users = [] } = workshop.sandbox.state();
  const [workspace] = workspaces;
  const group = workspace?.groups?.find((other) => other.name === name);
  const user = users.find((other) => other.email === email);
  const { url, token } = workshop.sandbox;
  const path = `/workspaces/${workspace?.id}/groups/${group?.id}/members/${user?.id}`;
  await fetch(`${url}${path}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
}
