import { expect, it, onTestFinished } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { folderWith, runHere, type Started, start } from "./built.js";
import { IS_LONG, PATIENTLY } from "./form.js";

const ADA = "ada@n.example";
const BOB = "bob@n.example";
const JOINED = ["apply", "--joined", "--auto-approve", "--concurrency", "1"];
const DRIFT = ["drift", "--since", ".orgform/receipts"];

/** Ada waits for two groups and a value of her own, Bob for one group: four writes. */
const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}, team: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none, team: none}}
      Sales: {precedence: 10, values: {region: west}, members: [${ADA}, ${BOB}]}
      Restricted: {precedence: 20, values: {region: all}, members: [${ADA}]}
    members:
      ${ADA}: {role: explore, values: {team: lead}}
      ${BOB}: {role: explore}
`;
const WRITES = 4;

/** Ada and Bob have accepted what an apply invited them to; `onEffect` hears of each write after that. */
async function open(onEffect: (n: number) => void = () => {}) {
  let writes = Number.NaN;
  const sandbox = await startSandbox({
    seed: { workspaces: [{ name: "prod" }] },
    onEffect: () => {
      writes += 1;
      onEffect(writes);
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = folderWith(FILE);
  expect((await runHere(folder, sandbox, ["apply", "--auto-approve"])).code).toBe(0);
  for (const email of [ADA, BOB]) {
    const body = JSON.stringify({ workspace: "prod", email });
    await fetch(`${sandbox.origin}/_sandbox/accept-invite`, { method: "POST", body });
  }
  writes = 0;
  return { sandbox, folder };
}

/** What somebody has, as the service stores it: groups, and own values. */
function has(sandbox: Sandbox, email: string): readonly string[] {
  const [prod] = sandbox.state().workspaces;
  const member = prod?.members?.find((one) => one.email === email);
  return [
    ...(prod?.groups ?? []).filter(({ members = [] }) => members.includes(email)).map(({ name }) => name),
    ...Object.values(member?.values ?? {}).map(String),
  ].sort();
}

const ALL = { [ADA]: ["Restricted", "Sales", "lead"], [BOB]: ["Sales"] };
const haveAll = (sandbox: Sandbox): boolean =>
  Object.entries(ALL).every(([email, all]) => has(sandbox, email).join() === all.join());

/** Takes somebody out of a group by hand. */
async function takeOut(sandbox: Sandbox, email: string, name: string): Promise<void> {
  const { workspaces, users = [] } = sandbox.state();
  const [prod] = workspaces;
  const group = prod?.groups?.find((one) => one.name === name)?.id;
  const user = users.find((one) => one.email === email)?.id;
  const path = `${sandbox.url}/workspaces/${prod?.id}/groups/${group}/members/${user}`;
  const headers = { authorization: `Bearer ${sandbox.token}` };
  expect((await fetch(path, { method: "DELETE", headers })).ok).toBe(true);
}

const numbers = Array.from({ length: WRITES }, (_, i) => i + 1).filter((n) => IS_LONG || n <= 3);

it.each(numbers)(
  "what a run with --joined that the service refused at write %i began, the next one finishes",
  PATIENTLY,
  async (nth) => {
    const { sandbox, folder } = await open();
    sandbox.addFaults({ kind: "status", status: 400, match: { method: ["POST", "PUT"], nth } });
    const stopped = await runHere(folder, sandbox, JOINED);
    expect(stopped.code).toBe(5);
    expect(stopped.stdout).toContain("orgform apply --joined");
    expect(haveAll(sandbox)).toBe(false);
    // It is still what was approved.
    expect((await runHere(folder, sandbox, DRIFT)).code).toBe(0);
    expect((await runHere(folder, sandbox, JOINED)).code).toBe(0);
    expect(haveAll(sandbox)).toBe(true);
    expect((await runHere(folder, sandbox, DRIFT)).code).toBe(0);
    // And it is given once.
    await takeOut(sandbox, ADA, "Restricted");
    expect((await runHere(folder, sandbox, JOINED)).code).toBe(0);
    expect(has(sandbox, ADA)).toEqual(["Sales", "lead"]);
  },
);

it.each(numbers)(
  "what a run with --joined that was killed at write %i began, the next one finishes",
  PATIENTLY,
  async (n) => {
    let running: Started | undefined;
    const { sandbox, folder } = await open((write) => {
      if (write === n) running?.kill("SIGKILL");
    });
    running = start(folder, sandbox, JOINED);
    expect((await running.ended).code).toBe("SIGKILL");
    running = undefined;
    expect((await runHere(folder, sandbox, JOINED)).code).toBe(0);
    expect(haveAll(sandbox)).toBe(true);
    expect((await runHere(folder, sandbox, DRIFT)).code).toBe(0);
  },
);

it(
  "what a run that was stopped gave and somebody took away is given by no later one, nor is the rest",
  PATIENTLY,
  async () => {
    const { sandbox, folder } = await open();
    sandbox.addFaults({ kind: "status", status: 400, match: { method: "POST", path: "**/members", nth: 2 } });
    expect((await runHere(folder, sandbox, JOINED)).code).toBe(5);
    const given = has(sandbox, ADA).filter((name) => name !== "lead");
    expect(given).toHaveLength(1);
    await takeOut(sandbox, ADA, given[0] ?? "");
    const next = await runHere(folder, sandbox, JOINED);
    expect(next.code).toBe(0);
    expect(next.stdout.replace(/\s+/g, " ")).toContain("again, which an earlier run gave or may have given");
    expect(has(sandbox, ADA).filter((name) => name !== "lead")).toEqual([]);
    expect(has(sandbox, BOB)).toEqual(["Sales"]);
    expect((await runHere(folder, sandbox, DRIFT)).code).toBe(2);
  },
);

it("a write of which nobody knows whether it happened is given by no later run", PATIENTLY, async () => {
  let running: Started | undefined;
  const { sandbox, folder } = await open((write) => {
    if (write === 1) running?.kill("SIGKILL");
  });
  running = start(folder, sandbox, JOINED);
  await running.ended;
  running = undefined;
  const before = has(sandbox, ADA);
  const [group] = before.filter((name) => name !== "lead");
  if (group !== undefined) await takeOut(sandbox, ADA, group);
  expect((await runHere(folder, sandbox, JOINED)).code).toBe(0);
  if (group !== undefined) expect(has(sandbox, ADA)).not.toContain(group);
  // An ordinary apply is approved anew.
  expect((await runHere(folder, sandbox, ["apply", "--auto-approve"])).code).toBe(0);
  expect(haveAll(sandbox)).toBe(true);
});
