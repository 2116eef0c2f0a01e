import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { ORGFORM } from "../support/run-built.js";
import { type DrivenTerminal, runInTerminal } from "./fixtures/terminal.js";

const ESCAPE = "\u001b";
const CTRL_C = "\u0003";
const GROUPS = Array.from({ length: 40 }, (_, i) => `Group ${i + 1}`);
const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  northwind-prod:
    groups:
${GROUPS.map((name, i) => `      ${name}: {precedence: ${i + 1}}\n`).join("")}`;

/** The built command in a terminal, on an organization that takes some time for each write. */
async function inTerminal(
  args: readonly string[],
  options: {
    readonly columns?: number;
    readonly rows?: number;
    readonly env?: Readonly<Record<string, string>>;
    readonly writeMs?: number;
    /** How many writes take that time; all of them unless given. */
    readonly slowWrites?: number;
    /** Options of Node's. */
    readonly node?: readonly string[];
  } = {},
): Promise<DrivenTerminal> {
  const { columns = 100, rows = 20, env = {}, writeMs = 0, slowWrites = 99, node = [] } = options;
  const sandbox = await startSandbox({
    seed: { workspaces: [{ name: "northwind-prod" }] },
    faults: [{ kind: "slow", ms: writeMs, times: slowWrites, match: { method: "POST" } }],
  });
  onTestFinished(sandbox.close);
  const folder = mkdtempSync(join(tmpdir(), "orgform-terminal-"));
  writeFileSync(join(folder, "orgform.yaml"), FILE);
  return runInTerminal([...node, ORGFORM, ...args], {
    columns,
    rows,
    folder,
    env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token, ...env },
  });
}

const APPLY = ["apply", "--auto-approve", "--receipt", "r.json"];

test.each([80, 100, 110])(
  "Ctrl-C at %i columns leaves no line behind, and the end says how to go on and back",
  async (columns) => {
    // The run goes on until the answers are there: time for a busy machine to draw the screen once more.
    const terminal = await inTerminal(APPLY, { columns, rows: 24, writeMs: 2_000 });
    // What was sent, and not what the screen still shows: on a busy machine it may be gone by now.
    await terminal.until(() => terminal.raw().includes("of 40 · ") && terminal.raw().includes("Creating..."));
    terminal.type(CTRL_C);
    await terminal.until(() =>
      terminal.raw().includes("Finishing what is in flight. Ctrl-C again stops at once."),
    );
    expect(await terminal.ended()).toBe(130);
    const text = terminal.text();
    expect(text).not.toMatch(/Creating\.\.\.|Creation not started|in flight\. Ctrl-C|Interrupted:/);
    expect(text).toMatch(/\d+ writes not started\.\nReceipt: {5}r\.json\n/);
    expect(text).toContain(
      "To go on:    orgform apply\nTo go back:  revert the commit and plan with --base; `orgform show",
    );
    expect(text.trimEnd().split("\n").length).toBeLessThan(100);
  },
);

test("NO_COLOR takes the colour away, and not the screen", async () => {
  // One write is so slow that the screen is drawn, however busy the machine is.
  const terminal = await inTerminal(APPLY, { env: { NO_COLOR: "1" }, writeMs: 3_000, slowWrites: 1 });
  expect(await terminal.ended()).toBe(0);
  expect(terminal.raw()).toContain("of 40 · ");
  expect(terminal.raw()).not.toMatch(new RegExp(`${ESCAPE}\\[[\\d;]*m`));
});

test("DEV=true, which is for people who work on the screen's library, changes nothing", async () => {
  const terminal = await inTerminal(APPLY, { env: { DEV: "true" } });
  expect(await terminal.ended(), terminal.text()).toBe(0);
  expect(terminal.text()).toContain("Apply complete.");
  expect(terminal.text()).not.toContain("DEV");
  // Between the screen and the report there is one empty line.
  expect(terminal.text()).not.toContain("\n\n\n");
});

test("a plan that is longer than the terminal is printed as it is", async () => {
  const terminal = await inTerminal(["plan"], { env: { PAGER: "false" } });
  expect(await terminal.ended()).toBe(0);
  expect(terminal.text()).toContain("Plan: 40 to add");
});

/** Takes the size from the terminal, as `docker run -t`, `script` and `ssh -tt` of a job leave it. */
const resizedTo = (rows: number, columns: number): readonly string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(
    `import { execFileSync } from "node:child_process";
     execFileSync("stty", ["rows", "${rows}", "cols", "${columns}"], { stdio: "inherit" });`,
  )}`,
];

test.each([
  [0, 0],
  [0, 80],
])("on a terminal of %i rows and %i columns nothing that stands there is wiped", async (rows, columns) => {
  const terminal = await inTerminal(["apply", "--receipt", "r.json"], {
    node: resizedTo(rows, columns),
    writeMs: 100,
  });
  await terminal.until((text) => text.includes("Enter a value:"));
  terminal.type("yes\r");
  expect(await terminal.ended()).toBe(0);
  expect(terminal.raw()).toContain("Apply complete.");
  expect(terminal.raw()).toMatch(/Group 40:.*Creation complete/);
  expect(terminal.raw()).not.toContain(`${ESCAPE}[2J`);
  expect(terminal.raw()).not.toContain(`${ESCAPE}[3J`);
});
