import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

type SeedGroups = readonly { readonly name: string; readonly precedence: number }[];

const FILE = `version: 1
organization: {id: org_northwind}
workspaces: {prod: {groups: {A: {precedence: 1}, B: {precedence: 2}, C: {precedence: 3}}}}
`;

/** A run whose receipt goes into a pipe that nobody reads from any more after so many writes. */
async function losing(writes: number, format: string, groups: SeedGroups = []) {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  execFileSync("mkfifo", [folder.path("receipt")]);
  const reader = openSync(folder.path("receipt"), constants.O_RDONLY | constants.O_NONBLOCK);
  let effects = 0;
  const sandbox = await startSandbox({
    seed: { workspaces: [{ name: "prod", groups }] },
    onEffect() {
      effects += 1;
      if (effects === writes) closeSync(reader);
    },
  });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const args = ["apply", "--auto-approve", "--receipt", "receipt", "--concurrency", "1", "--format", format];
  const { exitCode, stdout } = await orgform(args, { env, cwd: folder.path("") });
  const made = sandbox.state().workspaces[0]?.groups?.map(({ name, precedence }) => `${name} ${precedence}`);
  return { exitCode, stdout, groups: made };
}

it.each(["json", "text"])(
  "a run sends nothing more once it cannot write its receipt, in %s",
  async (format) => {
    const { exitCode, stdout, groups } = await losing(1, format);
    expect({ exitCode, groups }).toEqual({ exitCode: 5, groups: ["A 1"] });
    expect(stdout).toContain("receipt cannot be written (EPIPE)");
    if (format !== "json") return;
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    expect(last).toMatchObject({
      type: "apply_summary",
      outcome: "partial",
      steps: { done: 1, not_started: 2 },
    });
  },
);

it("a receipt that cannot be written to its end makes an error of a run that did everything", async () => {
  const { exitCode, stdout, groups } = await losing(3, "json", [
    { name: "A", precedence: 7 },
    { name: "B", precedence: 8 },
    { name: "C", precedence: 9 },
  ]);
  expect({ exitCode, groups }).toEqual({ exitCode: 1, groups: ["A 1", "B 2", "C 3"] });
  const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(last).toMatchObject({ type: "apply_summary", outcome: "error", steps: { done: 3 } });
});
