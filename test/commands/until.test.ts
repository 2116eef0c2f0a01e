import { readdirSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const [ADA, BOB, CAL] = ["ada@n.example", "bob@n.example", "cal@n.example"];

/** Ada ends on 31 January with all that she has, Bob in one of two groups. */
const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}, team: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none, team: none}}
      Sales: {precedence: 10, values: {region: west}, members: [${ADA}, ${BOB}]}
      Lead: {precedence: 20, values: {region: all}, members: [{email: ${BOB}, until: 2027-01-31}]}
    members:
      ${ADA}: {until: 2027-01-31, values: {team: sales}}
      ${BOB}: {}
`;
const NIGHT = ["apply", "--joined", "--ended", "--auto-approve"];

/** An organization in which everybody of the file has joined by 1 January 2027, and a run of a command on a day. */
async function open(joins: readonly string[] = [ADA, BOB]) {
  const folder = await openFolder();
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const on = (day: string, ...args: string[]) => {
    const SOURCE_DATE_EPOCH = String(Date.parse(day) / 1_000);
    return orgform(args, { cwd: folder.path(""), env: { ...env, SOURCE_DATE_EPOCH } });
  };
  const accept = (email: string) =>
    sandbox.fetch(`${sandbox.origin}/_sandbox/accept-invite`, {
      method: "POST",
      body: JSON.stringify({ workspace: "prod", email }),
    });
  await folder.write("orgform.yaml", FILE);
  expect((await on("2027-01-01", "apply", "--auto-approve")).exitCode).toBe(0);
  for (const email of joins) await accept(email);
  expect((await on("2027-01-01", ...NIGHT)).exitCode).toBe(0);
  const has = (email: string): readonly string[] => {
    const [prod] = sandbox.state().workspaces;
    const groups = (prod?.groups ?? []).filter(({ members = [] }) => members.includes(email));
    const member = prod?.members?.find((one) => one.email === email);
    return [...groups.map(({ name }) => name), ...Object.values(member?.values ?? {})].sort();
  };
  return { folder, sandbox, on, accept, has };
}

it("takes away after the last day, and not before, what ends on it, by a run for the night", async () => {
  const { on, has } = await open();
  expect([has(ADA), has(BOB)]).toEqual([
    ["Sales", "sales"],
    ["Lead", "Sales"],
  ]);
  const before = await on("2027-01-16", "plan");
  expect(before.stdout).not.toContain("Ending");
  const ahead = await on("2027-01-17", "plan", "--format", "json");
  expect(JSON.parse(ahead.stdout).ending).toEqual([
    { workspace: "prod", member: BOB, address: `prod/groups/Lead/members/${BOB}`, until: "2027-01-31" },
    { workspace: "prod", member: ADA, address: `prod/members/${ADA}`, until: "2027-01-31" },
  ]);

  expect((await on("2027-01-31T23:59:59Z", "drift")).exitCode).toBe(0);
  expect((await on("2027-01-31T23:59:59Z", ...NIGHT)).stdout).toContain("0 removed");
  const drift = await on("2027-02-01", "drift");
  expect(drift.exitCode).toBe(2);
  expect(drift.stdout.match(/ended on 2027-01-31/g)).toHaveLength(2);
  expect(drift.stdout).toContain("Not listed (1)");
  expect((await on("2027-02-01", "plan", "--format", "json")).stdout).not.toContain('"ending"');

  const night = await on("2027-02-01", ...NIGHT);
  expect(night).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("3 removed") });
  expect([has(ADA), has(BOB)]).toEqual([[], ["Sales"]]);
  expect((await on("2027-02-02", ...NIGHT)).stdout).toContain("0 removed");
  // Ada is a member still, which only the product can end.
  const after = await on("2027-02-02", "drift");
  expect([after.exitCode, after.stdout.includes("Plan:")]).toEqual([2, false]);
});

it("leaves out and names what has not ended, and what has not been selected", async () => {
  const { on, has, folder } = await open();
  await folder.write("orgform.yaml", FILE.replace(`[${ADA}, ${BOB}]`, `[${ADA}]`));
  const lead = ["--only", "prod/groups/Lead/**"];
  expect((await on("2027-02-01", "apply", "--ended", "--auto-approve", ...lead)).exitCode).toBe(0);
  expect([has(ADA), has(BOB)]).toEqual([["Sales", "sales"], ["Sales"]]);
  const all = await on("2027-02-01", "apply", "--ended", "--auto-approve");
  expect(all.stderr).toContain(
    `Left out, because it is no access that has ended: 1 change: prod/groups/Sales/members/${BOB}\n`,
  );
  expect([has(ADA), has(BOB)]).toEqual([[], ["Sales"]]);
});

it("is refused where the end would open somebody", async () => {
  const { on, has, folder } = await open();
  await folder.write(
    "orgform.yaml",
    FILE.replace("All Users: {values: {region: none, team: none}}", "All Users: {values: {region: none}}"),
  );
  expect((await on("2027-01-02", "apply", "--auto-approve", "--allow", "access.opened=9")).exitCode).toBe(0);
  const night = await on("2027-02-01", ...NIGHT);
  expect(night.exitCode).toBe(3);
  expect(night.stdout).toContain("access.opened");
  expect(has(ADA)).toEqual(["Sales", "sales"]);
});

it("invites and gives nothing after the end, whatever was approved before", async () => {
  const { on, has, accept, sandbox } = await open([BOB]);
  await accept(ADA);
  const night = await on("2027-02-01", ...NIGHT);
  expect(night.exitCode).toBe(0);
  expect([has(ADA), has(BOB)]).toEqual([[], ["Sales"]]);
  expect((await on("2027-02-01", "apply", "--auto-approve")).exitCode).toBe(0);
  expect(has(ADA)).toEqual([]);
  expect(sandbox.state().workspaces[0]?.invites ?? []).toEqual([]);
});

it("brings nothing back by an undo into a group that the file has under another name by now", async () => {
  const { on, has, folder } = await open();
  await folder.write("orgform.yaml", FILE.replace(`[{email: ${BOB}, until: 2027-01-31}]`, "[]"));
  expect((await on("2027-01-20", "apply", "--auto-approve")).exitCode).toBe(0);
  await folder.write("orgform.yaml", FILE.replace("Lead: {", "Chiefs: {previously: [Lead], "));
  const undo = await on("2027-02-01", "undo", "--auto-approve");
  expect(undo.stdout).toContain("not taken back: its last day was 2027-01-31");
  expect(has(BOB)).toEqual(["Sales"]);
});

it("brings nothing back by an undo: of the removal, and of any run before the end", async () => {
  const { on, has, folder } = await open();
  await folder.write(
    "orgform.yaml",
    FILE.replace(`[${ADA}, ${BOB}]`, "[]").replace("values: {team: sales}", "values: {}"),
  );
  expect((await on("2027-01-20", "apply", "--auto-approve")).exitCode).toBe(0);
  await folder.write("orgform.yaml", FILE);
  const receipts = readdirSync(folder.path(".orgform/receipts"))
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
  const undo = await on("2027-02-01", "undo", `.orgform/receipts/${receipts.at(-1)}`, "--auto-approve");
  expect(undo.stdout.replace(/\s+/g, " ")).toContain("not taken back: its last day was 2027-01-31");
  expect([has(ADA), has(BOB)]).toEqual([[], ["Lead", "Sales"]]);

  expect((await on("2027-02-02", ...NIGHT)).exitCode).toBe(0);
  expect(has(BOB)).toEqual(["Sales"]);
  const back = await on("2027-02-02", "undo", "--auto-approve");
  expect(back.stdout).toContain("not taken back: its last day was");
  expect(has(BOB)).toEqual(["Sales"]);
});

it("makes an approval of the day before stale, which names the end", async () => {
  const { on, folder } = await open();
  const more = `${FILE}      ${CAL}: {}\n`;
  await folder.write("orgform.yaml", more);
  expect((await on("2027-01-31", "plan", "--out", "plan.json")).exitCode).toBe(0);
  const apply = await on("2027-02-01", "apply", "plan.json");
  expect(apply.exitCode).toBe(4);
  expect(apply.stderr).toContain(`- prod/groups/Lead/members/${BOB} (ended on 2027-01-31)`);
});

it("leaves people who arrive known by the run that approved them", async () => {
  const { on, folder } = await open();
  await folder.write("orgform.yaml", `${FILE}      ${CAL}: {}\n`);
  expect((await on("2027-01-02", "apply", "--auto-approve")).exitCode).toBe(0);
  const ended = await on("2027-02-01", "apply", "--ended", "--auto-approve");
  expect(ended.stdout).toContain("3 removed");
  const plan = await on("2027-02-01", "plan", "--format", "json");
  expect(JSON.parse(plan.stdout).summary.access).toMatchObject({ arriving: 0, compared: "receipt" });
});

it("finishes what a run that broke off began", async () => {
  const { on, has, sandbox } = await open();
  sandbox.addFaults({ kind: "status", status: 400, match: { method: "DELETE", nth: 2 } });
  const broken = await on("2027-02-01", ...NIGHT, "--concurrency", "1");
  expect(broken.exitCode).toBe(5);
  expect(broken.stdout).toContain("orgform apply --joined --ended");
  expect((await on("2027-02-01", ...NIGHT)).exitCode).toBe(0);
  expect([has(ADA), has(BOB)]).toEqual([[], ["Sales"]]);
});

it("is a changed rule of the file where an edit moves it or takes it away", async () => {
  const { on, folder } = await open();
  await folder.write("base.yaml", FILE);
  await folder.write(
    "orgform.yaml",
    FILE.replace("{email: bob@n.example, until: 2027-01-31}", BOB).replace(
      "{until: 2027-01-31,",
      "{until: 2030-12-31,",
    ),
  );
  const plan = await on("2027-01-02", "plan", "--base", "base.yaml", "--fail-on", "rules");
  expect(plan.exitCode).toBe(3);
  expect(plan.stdout).toContain("- until of prod/groups/Lead/members/bob@n.example  2027-01-31");
  expect(plan.stdout).toContain("~ until of prod/members/ada@n.example  2027-01-31 → 2030-12-31");
});

it("is said where access is given, however far away", async () => {
  const { on, folder } = await open();
  await folder.write(
    "orgform.yaml",
    FILE.replace(
      `members: [${ADA}, ${BOB}]`,
      `members: [${ADA}, ${BOB}, {email: ${CAL}, until: 2027-12-31}]`,
    ).replace(`${BOB}: {}`, `${BOB}: {}\n      ${CAL}: {until: 2028-12-31}`),
  );
  const plan = await on("2027-01-02", "plan");
  expect(plan.stdout).toMatch(/members\/cal@n\.example.*\n? *\(until 2028-12-31\)/);
  expect(plan.stdout).toContain("accepted, until 2027-12-31");
});

it("shows its end at somebody's groups, in who and in a review", async () => {
  const { on, folder } = await open();
  const who = await on("2027-01-02", "who", BOB);
  expect(who.stdout).toMatch(/Lead, precedence 20, until 2027-01-31/);
  expect(who.stdout).not.toMatch(/Sales, precedence 10, until/);
  const everybody = await on("2027-01-31", "who", "--format", "json");
  expect(JSON.parse(everybody.stdout).ending).toHaveLength(2);
  expect((await on("2027-01-02", "review", "--out", "q1")).exitCode).toBe(0);
  const csv = await folder.read("q1.csv");
  expect(csv.split("\n")[0]).toContain('"until"');
  expect(csv).toContain('"everything 2027-01-31"');
  expect(csv).toContain('"Lead 2027-01-31"');
  // A later day in the file reopens no decision.
  await folder.write("orgform.yaml", FILE.replaceAll("2027-01-31", "2027-06-30"));
  expect((await on("2027-01-03", "review", "--out", "q2")).exitCode).toBe(0);
  // Each row has its digest before that of the list.
  const digests = (text: string) => text.match(/"[0-9a-f]{32}"(?=,"[0-9a-f]{32}")/g);
  expect(digests(csv)).toHaveLength(3);
  expect(digests(await folder.read("q2.csv"))).toEqual(digests(csv));
});
