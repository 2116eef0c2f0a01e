import { execFileSync } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { productOf } from "../year/product.js";
import { openFolder } from "./folder.js";

const ADA = "ada@northwind.example";
const BOB = "bob@northwind.example";
const NIGHT = ["apply", "--auto-approve", "--fail-on", "drift"];

const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      West: {precedence: 10, values: {region: west}, members: [${ADA}, ${BOB}]}
      Board: {precedence: 20, values: {region: "west,east"}, members: [${BOB}]}
    members: {${ADA}: {role: explore}, ${BOB}: {role: explore}}
`;

/** An organization as the file of the last commit says, in which Ada has just joined; the built command runs there. */
async function open({ file = FILE, list = "" } = {}) {
  const folder = await openFolder();
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "none" } },
          groups: [
            { name: "West", precedence: 10, values: { region: "west" }, members: [BOB] },
            { name: "Board", precedence: 20, values: { region: "west,east" }, members: [BOB] },
          ],
          members: [{ email: BOB, role: "explore" }],
          invites: [{ email: ADA, role: "explore" }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  await folder.write("orgform.yaml", file);
  await folder.write("people.csv", list);
  const cwd = folder.path("");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@n.example", ...args], { cwd });
  git("init", "--quiet");
  git("add", "orgform.yaml");
  git("commit", "--quiet", "--message", "applied");
  const product = productOf(sandbox);
  await product.accept({ workspace: "prod", mail: ADA });
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  return {
    folder,
    git,
    product,
    run: async (...args: string[]) => {
      const written = () => sandbox.log().filter(({ effect }) => effect !== null).length;
      const before = written();
      const ended = await orgform(args, { cwd, env });
      const effects = written() - before;
      const [prod] = sandbox.state().workspaces;
      const members = (name: string) => prod?.groups?.find((one) => one.name === name)?.members ?? [];
      return { ...ended, effects, west: members("West"), board: members("Board") };
    },
  };
}

it("gives people who have joined what they wait for, once, and writes nothing else", async () => {
  const { run } = await open();
  const drift = await run("drift", "--base", "HEAD");
  expect(drift).toMatchObject({ exitCode: 2, effects: 0 });
  expect(drift.stdout).toContain("Has joined (1)\n");
  expect(drift.stdout).toContain(`prod  ${ADA} waits for West\n`);
  expect(await run(...NIGHT, "--base", "HEAD")).toMatchObject({
    exitCode: 0,
    effects: 1,
    west: [BOB, ADA],
  });
  expect(await run(...NIGHT, "--base", "HEAD")).toMatchObject({ exitCode: 0, effects: 0 });
});

it("does not know without a base who has joined, and refuses every change", async () => {
  const { run } = await open();
  const refused = await run(...NIGHT);
  expect(refused).toMatchObject({ exitCode: 3, effects: 0, west: [BOB] });
  expect(refused.stdout).toContain("Has nothing yet of what the file gives (1)\n");
});

it("undoes nobody's hand: who was taken out of one of two groups stays out, and is named", async () => {
  const { run, product } = await open();
  await product.takeOutOf({ workspace: "prod", mail: BOB }, "Board");
  const refused = await run(...NIGHT, "--base", "HEAD");
  expect(refused).toMatchObject({ exitCode: 3, effects: 0, west: [BOB], board: [] });
  expect(refused.stdout).toContain("--fail-on drift: 1 found");
  expect(refused.stdout).toMatch(new RegExp(`Has joined \\(1\\)[^]*${ADA} waits for West[^]*\nDrift`));
  expect(refused.stdout).toMatch(new RegExp(`\nDrift[^]*groups/Board/members/${BOB}`));
});

it("sends no invite: who was removed from the workspace stays removed, and the night stops", async () => {
  const { run, product } = await open();
  await product.remove({ workspace: "prod", mail: BOB });
  const refused = await run(...NIGHT, "--base", "HEAD");
  expect(refused).toMatchObject({ exitCode: 3, effects: 0, west: [] });
  expect(refused.stdout).toMatch(new RegExp(`\nDrift[^]*\\+ members/${BOB}`));
});

it("gives nothing by a list that no commit has: tonight's says the same at the base", async () => {
  const file = FILE.replace("workspaces:", "people: {file: people.csv}\nworkspaces:")
    .replace("prod:", "prod:\n    people: {}")
    .replace(`[${ADA}, ${BOB}]`, "{where: {area: west}}");
  const { run, git, folder } = await open({ file, list: `email,area\n${BOB},west\n${ADA},west\n` });
  const refused = await run(...NIGHT, "--base", "HEAD");
  expect(refused).toMatchObject({ exitCode: 3, effects: 0, west: [BOB] });
  expect(refused.stdout).toContain("Has nothing yet of what the file gives (1)\n");
  expect(refused.stdout).toContain("new in a list of which no earlier version is known.");
  expect(await run(...NIGHT, "--base", "./orgform.yaml")).toMatchObject({ exitCode: 3, west: [BOB] });
  // Whom this edit moves is known all the same.
  await folder.write("next.yaml", file.replace("West:", "East:"));
  const moved = await run("plan", "-f", "next.yaml", "--base", "./orgform.yaml");
  expect(moved.stdout).toContain("+ groups/East/members");
  expect(moved.stdout).not.toContain("Has nothing yet");
  git("add", "people.csv");
  git("commit", "--quiet", "--message", "list");
  expect(await run(...NIGHT, "--base", "HEAD")).toMatchObject({ exitCode: 0, west: [BOB, ADA] });
});
