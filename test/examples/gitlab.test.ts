import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
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

interface MergeRequest extends Readonly<Record<string, unknown>> {
  readonly iid: number;
  readonly state: string;
  readonly description?: string;
}

let notes: Note[];
let requests: MergeRequest[];
let writes: string[];
/** What the job `apply` has deployed. */
let deployments: { readonly sha: string; readonly status: string }[];
/** The snapshot of the last night. */
let snapshot: string | undefined;
/** What GitLab answers to a job that asks with its own token, in place of an answer. */
let unavailable: number | undefined;
let gitlab: Server;
let workshop: Workshop;

beforeEach(async () => {
  [notes, writes, deployments, snapshot, unavailable] = [[], [], [], undefined, undefined];
  requests = [];
  let last = 0;
  gitlab = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
    const { body = "" } = (text === "" || isForm ? {} : JSON.parse(text)) as { body?: string };
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const id = Number(pathname.split("/").at(-1));
    const answer = (status: number, json?: unknown) =>
      response.writeHead(status).end(json && JSON.stringify(json));
    if (request.headers["job-token"] === JOB_TOKEN) {
      if (unavailable !== undefined) return answer(unavailable, {});
      if (pathname !== "/projects/5/deployments")
        return snapshot === undefined ? answer(404, {}) : response.writeHead(200).end(snapshot);
      expect(searchParams.get("environment")).toBe("orgform-apply");
      const status = searchParams.get("status");
      const found = deployments.filter((one) => status === null || one.status === status).toReversed();
      return answer(200, found.slice(0, Number(searchParams.get("per_page"))));
    }
    if (request.headers["private-token"] !== TOKEN) return answer(401);
    if (request.method !== "GET") writes.push(request.method ?? "");
    if (/^\/projects\/5\/merge_requests(\/\d+)?$/.test(pathname)) {
      const sent: Readonly<Record<string, string>> = Object.fromEntries(new URLSearchParams(text));
      if (request.method === "POST")
        requests.push({ ...sent, iid: requests.length + 1, state: "opened", source_project_id: 5 });
      if (request.method === "PUT") {
        const state = sent.state_event === "close" ? "closed" : "opened";
        requests = requests.map((one) => (one.iid === id ? { ...one, ...sent, state } : one));
      }
      const branch = searchParams.get("source_branch");
      return answer(
        200,
        requests.filter((one) => one.state === "opened" && one.source_branch === branch),
      );
    }
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
  readonly before_script?: readonly string[];
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
}

/** Pushes to the project's address go to `origin`. */
const PUSHES = {
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "url.../origin.git.insteadOf",
  GIT_CONFIG_VALUE_0: `https://oauth2:${TOKEN}@gitlab.example/northwind/access.git`,
};

/** Runs a job of the template as GitLab would: before_script, script, and after_script whatever came of them. */
async function job(name: string, env: Record<string, string> = {}): Promise<ScriptResult> {
  const pipeline = parse(readFileSync(join(workshop.folder, "gitlab/.gitlab-ci.yml"), "utf8"));
  const { before_script = pipeline.default.before_script, script, after_script = [] }: Job = pipeline[name];
  const { port } = gitlab.address() as AddressInfo; // A TCP server that listens has one.
  const variables = {
    GITLAB_CI: "true",
    CI_API_V4_URL: `http://127.0.0.1:${port}`,
    CI_PROJECT_ID: "5",
    CI_JOB_TOKEN: JOB_TOKEN,
    CI_JOB_URL: "https://gitlab.example/job/1",
    CI_DEFAULT_BRANCH: "main",
    CI_SERVER_HOST: "gitlab.example",
    CI_PROJECT_PATH: "northwind/access",
    GITLAB_TOKEN: TOKEN,
    ...PUSHES,
    ...env,
  };
  const result = await workshop.run([...before_script, ...script].join("\n"), "gitlab", variables);
  const after = await workshop.run(after_script.join("\n"), "gitlab", variables);
  expect(after.output).toBe("");
  expect(after.exitCode).toBe(0);
  for (const token of [TOKEN, JOB_TOKEN]) expect(result.output + after.output).not.toContain(token);
  return result;
}

/** A note says at what minute the plan was read. */
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
    expect(notes.at(-1)?.body).toContain("\n\nPlan: 8 to add, 3 to change, 1 to remove.");
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
    expect(readReceiptAt(join(workshop.folder, "gitlab/receipt.jsonl")).outcome).toBe("ok");
    expect((await job("apply")).exitCode).toBe(4);
    expect((await job("drift")).exitCode).toBe(0);
    expect(writes).toEqual([]);
  });

  it("plans what an apply left that nobody started, or that failed", async () => {
    await openEmpty();
    const groups = () => workshop.sandbox.state().workspaces[0]?.groups?.map(({ name }) => name);
    const file = (names: readonly string[]) => {
      const text = names.map((name, i) => `      ${name}: {precedence: ${10 + i}}\n`).join("");
      return `version: 1\norganization: {id: org_northwind}\nworkspaces:\n  prod:\n    groups:\n${text}`;
    };
    await merge(file(["East", "West"]));
    await release();
    await merge(file(["West"]));
    const { output } = await merge(file(["West", "North"]));
    expect(output).toContain("1 to remove");
    await release();
    expect(groups()).toEqual(["West", "North"]);
  });

  it("gives people who join what the last applied commit says, and nothing of a later one", async () => {
    await openEmpty();
    await merge(companyFile([]));
    await release();
    await accept(ADA);
    await accept(CAL);
    // Merged and planned, and nobody has pressed the button.
    await merge(companyFile([CAL]));
    deployments.push({ sha: git("rev-parse", "HEAD"), status: "blocked" });
    const night = await job("joiners");
    expect(night.exitCode, night.output).toBe(0);
    expect([membersOf("Sales"), membersOf("Execs")]).toEqual([[ADA, CAL], []]);
  });

  it("writes nothing at night where anything else differs, or the last apply did not end well", async () => {
    await openEmpty();
    await merge(companyFile([]));
    await release();
    await accept(ADA);
    expect((await job("joiners")).exitCode).toBe(0);
    await accept(CAL);
    await byHand("DELETE", `/groups/${groupOf("Execs")?.id}`);
    const written = writesOf();
    expect((await job("joiners")).exitCode).toBe(3);
    deployments.push({ sha: git("rev-parse", "HEAD"), status: "failed" });
    expect(await job("joiners")).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("No night runs until one does."),
    });
    expect(writesOf()).toBe(written);
  });

  it("makes one merge request of what somebody changed, once, and closes it when the drift is gone", async () => {
    await openEmpty();
    git("init", "--quiet", "--bare", "../origin.git");
    git("remote", "add", "origin", "../origin.git");
    await merge(companyFile([]));
    await release();
    const night = async () => {
      for (const file of ["drift.patch", "drift.md"])
        rmSync(join(workshop.folder, "gitlab", file), { force: true });
      const adopted = await job("adopt");
      expect(adopted.exitCode, adopted.output).toBe(0);
      const requested = await job("drift merge request", { ORGFORM_TOKEN: "" });
      expect(requested.exitCode, requested.output).toBe(0);
    };
    const onBranch = (what: string) => git("--git-dir=../origin.git", ...what.split(" "));
    requests = [{ iid: 1, state: "opened", source_branch: "orgform-drift", source_project_id: 6 }];
    const [fork] = requests;
    await night();
    expect(requests).toEqual([fork]);

    await byHand("DELETE", `/groups/${groupOf("Execs")?.id}`);
    await night();
    const first = onBranch("rev-parse orgform-drift");
    expect(onBranch("show orgform-drift:orgform.yaml")).not.toContain("Execs");
    expect(requests).toMatchObject([
      fork,
      { state: "opened", target_branch: "main", description: expect.stringContaining("Execs") },
    ]);
    await night();
    expect(onBranch("rev-parse orgform-drift")).toBe(first);
    await byHand("DELETE", `/groups/${groupOf("Sales")?.id}`);
    await night();
    expect(onBranch("show orgform-drift:orgform.yaml")).not.toContain("Sales");
    expect(requests[1]?.description).toContain("Sales");

    git("checkout", "--quiet", "--detach", deployments[0]?.sha ?? "");
    await workshop.run("orgform apply --auto-approve --no-receipt", "gitlab");
    await night();
    expect(requests).toMatchObject([fork, { state: "closed" }]);
  });

  it.each(["plan merge request", "plan", "adopt", "drift merge request", "joiners"])(
    "%s ends where GitLab does not say what was applied",
    async (name) => {
      for (const status of [500, 404]) {
        unavailable = status;
        const { exitCode } = await job(name);
        expect(exitCode).not.toBe(0);
      }
      expect(workshop.sandbox.log()).toEqual([]);
    },
  );

  it("compares a night with the one before, and does not begin anew where that one cannot be read", async () => {
    expect((await job("drift")).exitCode).toBe(2);
    snapshot = readFileSync(join(workshop.folder, "gitlab/snapshot.json"), "utf8");
    await job("drift");
    expect(readFileSync(join(workshop.folder, "gitlab/changes.csv"), "utf8")).toContain(
      "ada@northwind.example",
    );
    unavailable = 502;
    expect(await job("drift")).toMatchObject({
      exitCode: 1,
      output: "The last snapshot cannot be read (502).",
    });
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

/** Begins anew with an organization that has one empty workspace. */
async function openEmpty(): Promise<void> {
  await workshop.close();
  workshop = await openWorkshop(COMPANY);
  git("init", "--quiet");
}

/** A commit on main, planned in its pipeline. */
async function merge(file: string): Promise<ScriptResult> {
  writeFileSync(join(workshop.folder, "gitlab/orgform.yaml"), file);
  git("add", "orgform.yaml");
  git("commit", "--quiet", "--message", "change");
  return await job("plan");
}

/** Somebody presses the button, and the apply goes through. */
async function release(): Promise<void> {
  const { exitCode, output } = await job("apply");
  expect(exitCode, output).toBe(0);
  deployments.push({ sha: git("rev-parse", "HEAD"), status: "success" });
}

const groupOf = (group: string) =>
  workshop.sandbox.state().workspaces[0]?.groups?.find(({ name }) => name === group);
const membersOf = (group: string) => groupOf(group)?.members ?? [];
const writesOf = () => workshop.sandbox.log().filter(({ method }) => method !== "GET").length;

/** What somebody does in the product. */
async function byHand(method: string, path: string): Promise<void> {
  const { url, token, state } = workshop.sandbox;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/workspaces/${state().workspaces[0]?.id}${path}`, { method, headers });
  expect(answer.ok).toBe(true);
}
