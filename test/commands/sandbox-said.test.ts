import { readdirSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { readReceiptAt } from "../support/receipts.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind, name: Northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      Sales: {precedence: 10, values: {region: west}, members: [ada@northwind.example]}
    members: {ada@northwind.example: {role: explore}}
`;
const SAID = "This ran in the sandbox org.json, and not in the service.";

/** A folder with a file; what runs with `rehearse` runs in a sandbox, and with `perform` against a service. */
async function open() {
  const folder = await openFolder();
  const service = openSandbox({ seed: { workspaces: [] } });
  onTestFinished(() => service.close());
  await folder.write("orgform.yaml", FILE);
  const cwd = folder.path("");
  const env = { ORGFORM_BASE_URL: service.url, ORGFORM_TOKEN: service.token };
  const rehearsal = { ORGFORM_SANDBOX: "org.json" };
  let minute = 0;
  const runWith = (more: Readonly<Record<string, string>>, args: readonly string[]) => {
    minute += 1;
    const now = new Date((1_788_220_800 + 60 * minute) * 1_000);
    return orgform(args, { cwd, env: { ...env, ...more }, now });
  };
  return {
    folder,
    rehearse: (...args: string[]) => runWith(rehearsal, args),
    perform: (...args: string[]) => runWith({}, args),
    receipts: () => readdirSync(folder.path(".orgform/receipts")).map((name) => `.orgform/receipts/${name}`),
  };
}

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

it.each([
  ["plan"],
  ["plan", "--out", "plan.json"],
  ["apply", "--auto-approve"],
  ["drift"],
  ["who"],
  ["who", "ada@northwind.example"],
  ["who", "region=west"],
  ["compare", "live"],
  ["whoami"],
])("is the last line of the text of: %s %s %s", async (...args) => {
  const { rehearse } = await open();
  await rehearse("apply", "--auto-approve");
  const { stdout } = await rehearse(...args);
  expect(lastLine(stdout)).toBe(SAID);
});

it.each([
  ["plan", "--format", "json"],
  ["plan", "--format", "markdown"],
  ["plan", "--format", "html"],
  ["plan", "--format", "sarif"],
  ["plan", "--format", "junit"],
  ["apply", "--auto-approve", "--format", "json"],
  ["who", "--format", "csv"],
  ["who", "--format", "json"],
  ["who", "--out", "who.txt"],
  ["whoami", "--format", "json"],
  ["export"],
  ["export", "--out", "export.yaml"],
  ["snapshot", "--out", "s.json"],
  ["init", "--out", "init.yaml"],
  ["plan", "--base", "nothing"],
])("ends stderr where stdout is a document, a file or an error: %s %s %s %s", async (...args) => {
  const { rehearse } = await open();
  await rehearse("apply", "--auto-approve");
  const { stdout, stderr } = await rehearse(...args);
  expect(lastLine(stderr)).toBe(SAID);
  expect(lastLine(stdout)).not.toBe(SAID);
});

it("ends a text that goes into a file, too", async () => {
  const { folder, rehearse } = await open();
  await rehearse("apply", "--auto-approve");
  await rehearse("who", "--out", "who.txt");
  await rehearse("whoami", "--out", "whoami.txt");
  for (const name of ["who.txt", "whoami.txt"]) expect(lastLine(await folder.read(name))).toBe(SAID);
});

it("leaves the JSON of a plan as it is", async () => {
  const { rehearse, perform } = await open();
  const [there, here] = [
    await rehearse("plan", "--format", "json"),
    await perform("plan", "--format", "json"),
  ];
  expect(there.stdout).toBe(here.stdout);
});

it("stands in the head of pages, in the list of a review, in a snapshot, and in what is read from that", async () => {
  const { folder, rehearse, perform } = await open();
  await rehearse("apply", "--auto-approve");
  for (const command of ["plan", "who", "compare live"]) {
    const args = command.split(" ");
    expect((await rehearse(...args, "--format", "markdown")).stdout).toContain("This ran in the sandbox");
    expect((await rehearse(...args, "--format", "html")).stdout).toContain(
      "<dd>the sandbox org.json, not the service</dd>",
    );
  }
  await rehearse("review", "--out", "q3");
  expect(await folder.read("q3.html")).toContain("<dd>the sandbox org.json, not the service</dd>");
  const [header, row] = (await folder.read("q3.csv")).split("\r\n");
  expect([header, row]).toEqual([expect.stringMatching(/,"sandbox"$/), expect.stringMatching(/,"yes"$/)]);
  await rehearse("snapshot", "--out", "s.json");
  expect(JSON.parse(await folder.read("s.json"))).toMatchObject({ sandbox: true });
  expect((await perform("who", "--live", "s.json")).stdout).toContain("(s.json, of a sandbox)");
  await perform("snapshot", "--live", "s.json", "--out", "again.json");
  expect(JSON.parse(await folder.read("again.json"))).toMatchObject({ sandbox: true });
  // What is of the service has none of these.
  expect((await perform("apply", "--auto-approve")).exitCode).toBe(0);
  await perform("review", "--out", "real");
  for (const name of ["real.html", "real.csv", "real.json"])
    expect(await folder.read(name)).not.toContain("sandbox");
});

it("is said by a receipt of one, and by no other", async () => {
  const { folder, rehearse, perform, receipts } = await open();
  await rehearse("apply", "--auto-approve");
  const [rehearsed = ""] = receipts();
  expect(readReceiptAt(folder.path(rehearsed))).toMatchObject({ sandbox: true });
  await perform("apply", "--auto-approve");
  const performed = receipts().find((path) => path !== rehearsed) ?? "";
  expect(readReceiptAt(folder.path(performed))).not.toHaveProperty("sandbox");
});

it("keeps runs in the one out of the log of the other, and says so", async () => {
  const { rehearse, perform, receipts } = await open();
  await rehearse("apply", "--auto-approve");
  const [rehearsed = ""] = receipts();
  await perform("apply", "--auto-approve");
  const log = await perform("log");
  expect(log.stdout).toContain("1 run.");
  expect(log.stdout).not.toContain("sandbox");
  expect(log.stderr).toBe("1 run in a sandbox is not in this log: --sandbox lists those.\n");
  const there = await rehearse("log");
  expect(there.stdout).toMatch(/ the sandbox org\.json +usr_/);
  expect(there.stderr).toBe("1 run in the service is not in this log, which is of runs in a sandbox.\n");
  expect((await perform("show", rehearsed)).stdout).toMatch(/ the sandbox org\.json +usr_/);
});

it("says nothing where nothing ran in one", async () => {
  const { rehearse } = await open();
  for (const args of [["validate"], ["who", "--mamber"], ["who", "--live", "no.json"]]) {
    const { stdout, stderr } = await rehearse(...args);
    expect(stdout + stderr).not.toContain("This ran in");
  }
});
