import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { call, product } from "../sandbox/call.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

type Row = Record<string, string>;

const person = (name: string) => `${name}@n.example`;
const [ADMIN, ADA, BOB, CY, EVE, FAY] = ["admin", "ada", "bob", "cy", "eve", "fay"].map(person) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Two workspaces of one template and one list: what stands there belongs to both. */
const FILE = `version: 1
organization: {id: org_n}
people: {file: people.csv}
templates:
  standard:
    attributes: {region: {data_type: string, label: Region}}
    people: {role: view}
    members: {${ADMIN}: {}}
    groups:
      All Users: {values: {region: no-access}}
      Sales: {precedence: 10, values: {region: west}, members: {where: {team: sales}}}
      Executives: {precedence: 20, values: {region: everywhere}, members: [${ADA}]}
workspaces:
  a-prod: {extends: [standard]}
  b-prod: {extends: [standard]}
`;

it("is reviewed, decided, acted upon, checked and carried into the next quarter", async () => {
  const folder = await openFolder();
  const members = [ADA, BOB, CY, EVE].map((email) => ({ email, role: "view" }));
  const sandbox = openSandbox({
    seed: {
      organization: { id: "org_n", name: "N" },
      users: [{ email: ADMIN, organization_admin: true }],
      workspaces: [
        { id: "ws_a", name: "a-prod", members },
        { id: "ws_b", name: "b-prod", members: members.slice(0, 3) },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const run = (day: string, ...args: string[]) =>
    orgform(args, {
      cwd: folder.path(""),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
      now: new Date(`${day}T09:00:00Z`),
    });
  const apply = async (day: string, ...names: string[]) => {
    await folder.write(
      "people.csv",
      `email,team\n${names.map((name) => `${name},${name === BOB ? "support" : "sales"}\n`).join("")}`,
    );
    const { exitCode, stderr } = await run(day, "apply", "--auto-approve", "--no-receipt");
    expect(stderr + String(exitCode)).toMatch(/0$/);
  };
  const rowsOf = async (name: string): Promise<Row[]> =>
    parse(await folder.read(name), { columns: true, bom: true });
  const decide = async (name: string, decision: (row: Row) => Row) => {
    const rows = (await rowsOf(name)).map((row) => ({ ...row, ...decision(row) }));
    const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
    await folder.write(
      name,
      lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n"),
    );
  };
  const states = (json: string) =>
    Object.fromEntries(
      JSON.parse(json).rows.map((row: Row) => [`${row.workspace} ${row.member?.split("@")[0]}`, row.state]),
    );

  await folder.write("orgform.yaml", FILE);
  await apply("2026-06-01", ADA, BOB, CY);
  const { data: groups } = await call(sandbox, "GET", "/workspaces/ws_a/groups");
  const { data: people } = await call(sandbox, "GET", "/workspaces/ws_a/members");
  const idOf = (list: { id: string }[], name: string) =>
    list.find((one) => Object.values(one).includes(name))?.id ?? "";
  const byHand = `/workspaces/ws_a/groups/${idOf(groups, "Executives")}/members`;
  expect((await call(sandbox, "POST", byHand, { user_id: idOf(people, BOB) })).status).toBeLessThan(300);

  // The second quarter: everybody stays as they are but three.
  await run("2026-06-30", "snapshot", "--out", "q2.json");
  expect((await run("2026-06-30", "review", "--live", "q2.json", "--out", "q2")).exitCode).toBe(0);
  const first = await rowsOf("q2.csv");
  expect(first.findIndex(({ limited_by }) => limited_by === "values")).toBe(
    first.filter(({ limited_by }) => limited_by === "nothing").length,
  );
  expect(first.find(({ limited_by }) => limited_by === "values")).toMatchObject({
    member: EVE,
    workspace: "a-prod",
    listed: "no",
    as_of: "2026-06-30T09:00:00Z",
  });
  expect(first.find(({ member }) => member === BOB)).toMatchObject({ listed: "yes", groups: "Executives" });
  expect((await run("2026-07-02", "review", "check", "q2.csv")).stdout).toContain("9 rows: 9 undecided.");
  const hasTrouble = (row: Row) => row.workspace === "a-prod" && [BOB, CY, EVE].includes(row.member ?? "");
  await decide("q2.csv", (row) => ({
    decision: !hasTrouble(row) ? "keep" : row.member === BOB ? "change" : "revoke",
    reviewer: row.member === ADMIN ? "Nora" : ADMIN,
    date: "2026-07-02",
    note: row.member === BOB ? "out of Executives" : "",
  }));
  const open = await run("2026-07-02", "review", "check", "q2.csv", "--out", "q2-first");
  expect(open.exitCode).toBe(2);
  expect(open.stdout).toContain(`Open: decided otherwise, and still there
  ${BOB} in a-prod (change, ${ADMIN}, 2026-07-02, out of Executives)
    group Executives (set by hand)
  ${CY} in a-prod (revoke, ${ADMIN}, 2026-07-02)
    group Sales (people.csv:4)
`);
  expect(open.stdout).toContain("9 rows: 2 open, 1 done, 6 kept.");

  // Acted upon by a change of the file, and in the product.
  await folder.write(
    "orgform.yaml",
    FILE.replace(
      "a-prod: {extends: [standard]}",
      `a-prod: {extends: [standard], groups: {Sales: {members: {except: [${CY}]}}}}`,
    ),
  );
  await apply("2026-07-03", ADA, BOB, CY);
  await product(sandbox, "remove-member", { workspace: "a-prod", email: EVE });
  const closed = await run("2026-07-03", "review", "check", "q2.csv", "--out", "q2-result");
  expect(closed.stdout).toContain("9 rows: 3 done, 6 kept.");
  expect(closed.exitCode).toBe(0);
  expect(closed.stdout).toContain("left: role view; region: no-access (All Users)");
  const result = await rowsOf("q2-result.csv");
  expect(result.find(({ member }) => member === EVE)).toMatchObject({
    decision: "revoke",
    state: "done",
    found: "is not there any more",
    checked_at: "2026-07-03T09:00:00Z",
    list_digest: first[0]?.list_digest,
  });
  const page = await folder.read("q2-result.html");
  for (const text of [
    "N (org_n)",
    "2026-07-03 09:00 UTC",
    "orgform 0.",
    first[0]?.list_digest ?? "?",
    "9 rows: 3 done",
  ])
    expect(page).toContain(text);

  // The third quarter: one joins, and only what is not as it was needs a decision.
  await apply("2026-09-01", ADA, BOB, CY, FAY);
  await product(sandbox, "accept-invite", { workspace: "a-prod", email: FAY });
  const carried = await run("2026-09-30", "review", "--since", "q2.json", "--carry", "q2.csv", "--out", "q3");
  expect(carried.stderr).toContain("6 decisions of q2.csv hold, 4 rows need one.");
  const next = await rowsOf("q3.csv");
  const waiting = next.filter(({ decision }) => decision === "");
  expect(waiting.map((row) => `${row.workspace} ${row.member}`)).toEqual([
    `a-prod ${BOB}`,
    `a-prod ${CY}`,
    `a-prod ${FAY}`,
    `b-prod ${FAY}`,
  ]);
  expect(next.filter(({ limited_by }) => limited_by === "values").slice(0, 4)).toEqual(waiting);
  expect(next.find((row) => row.member === ADA)).toMatchObject({
    decision: "keep",
    reviewer: ADMIN,
    date: "2026-07-02",
  });
  const { stdout } = await run("2026-10-01", "review", "check", "q3.csv", "--format", "json");
  expect(states(stdout)).toMatchObject({
    "a-prod ada": "kept",
    "b-prod cy": "kept",
    "b-prod fay": "undecided",
  });
  await decide("q3.csv", (row) =>
    row.decision === "" ? { decision: "keep", reviewer: ADMIN, date: "2026-10-01" } : {},
  );
  expect((await run("2026-10-01", "review", "check", "q3.csv")).exitCode).toBe(0);
  expect((await run("2026-09-30", "review", "check", "q3.csv")).stdout).toContain(
    "2026-10-01 is in the future",
  );
});

it("carries no decision that lacks something, or of a row that was edited or stands there twice", async () => {
  const folder = await openFolder();
  const people = ["ada", "bob", "cy", "dee", "eve"].map((name) => ({ email: person(name), role: "view" }));
  const sandbox = openSandbox({
    seed: { organization: { id: "org_n", name: "N" }, workspaces: [{ name: "prod", members: people }] },
  });
  onTestFinished(() => sandbox.close());
  const run = (...args: string[]) =>
    orgform(args, {
      cwd: folder.path(""),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
      now: new Date(1_790_000_000_000),
    });
  await run("review", "--out", "q2");
  const lines = (await folder.read("q2.csv")).split("\r\n");
  const decided = lines.map((line) => {
    const decision = line.includes(person("bob"))
      ? `"revoke","","2026-07-01","=now()"`
      : `"keep","r","2026-07-01","=now()"`;
    const edited = line.includes(person("cy")) ? line.replace("view", "admin") : line;
    const filled = edited.replace(/"","","",""(?=,"\w+","\w+","\{.*"$)/, decision);
    return line.includes(person("dee")) ? `${filled}\r\n${filled}` : filled;
  });
  await folder.write("q2.csv", decided.join("\r\n"));
  const { stderr } = await run("review", "--out", "q3", "--carry", "q2.csv");
  expect(stderr).toContain("3 decisions of q2.csv hold, 3 rows need one.");
  const rows: Row[] = parse(await folder.read("q3.csv"), { columns: true, bom: true });
  expect(rows.filter(({ decision }) => decision === "").map(({ member }) => member)).toEqual(
    ["bob", "cy", "dee"].map(person),
  );
  expect(rows.find(({ member }) => member === ADA)).toMatchObject({ note: "'=now()" });
  await run("review", "--out", "q4", "--carry", "q3.csv");
  expect((await folder.read("q4.csv")).match(/'=now\(\)/g)).toHaveLength(3);
  await folder.write("other.csv", (await folder.read("q3.csv")).replaceAll("org_n", "org_other"));
  expect((await run("review", "--out", "q5", "--carry", "other.csv")).exitCode).toBe(3);
});
