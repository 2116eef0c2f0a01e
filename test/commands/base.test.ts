import { cp, mkdir, symlink } from "node:fs/promises";
import { execa } from "execa";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const file = (groups: string) =>
  `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: ${groups}}}\n`;

it.each(["plain.yaml", ".config/orgform.yaml", ".config"])(
  "sees a removal since a revision in %s",
  async (path) => {
    const groups = [
      { name: "A", precedence: 1 },
      { name: "B", precedence: 2 },
    ];
    const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod", groups }] } });
    onTestFinished(() => sandbox.close());
    const folder = await openFolder();
    const cwd = folder.path("");
    const git = (...args: string[]) =>
      execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd });
    await mkdir(folder.path(".config"));
    await mkdir(folder.path(".config/.hidden"));
    await folder.write(".config/.hidden/other.yaml", file("{C: {precedence: 3}}"));
    const name = path.endsWith(".yaml") ? path : `${path}/orgform.yaml`;
    await folder.write(name, file("{A: {precedence: 1}, B: {precedence: 2}}"));
    await git("init", "-q");
    await git("add", ".");
    await git("commit", "-qm", "first");
    await folder.write(name, file("{A: {precedence: 1}}"));

    const { stdout } = await orgform(["plan", "-f", path, "--base", "HEAD", "--format", "json"], {
      cwd,
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
    const { resource_changes } = JSON.parse(stdout);
    expect(resource_changes).toMatchObject([{ address: "prod/groups/B", change: { actions: ["delete"] } }]);
  },
);

it("refuses the base of another organization: what that declared was never removed from this one", async () => {
  const sandbox = openSandbox({
    seed: { workspaces: [{ name: "prod", groups: [{ name: "A", precedence: 1 }] }] },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("orgform.yaml", file("{}"));
  await folder.write("base.yaml", file("{A: {precedence: 1}}").replace("org_northwind", "org_other"));
  const ended = await orgform(["plan", "--base", "base.yaml", "--format", "json"], {
    cwd: folder.path(""),
    env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
  });
  expect(ended.exitCode).toBe(3);
  expect(JSON.parse(ended.stdout)).toMatchObject({ diagnostics: [{ code: "wrong-organization" }] });
});

it("takes a variable that the edit adds, in a file that is named through a link", async () => {
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await mkdir(folder.path("real"));
  await symlink(folder.path("real"), folder.path("link"));
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], {
      cwd: folder.path("real"),
    });
  await folder.write("real/orgform.yaml", file("{A: {precedence: 1}}"));
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const label = ["$", "{var.env}"].join("");
  const edited = `variables: {env: {}}\n${file("{A: {precedence: 1}}")}`;
  await folder.write(
    "real/orgform.yaml",
    edited.replace("{groups", `{attributes: {region: {data_type: string, label: "${label}"}}, groups`),
  );
  const ended = await orgform(
    [
      "plan",
      "-f",
      folder.path("link/orgform.yaml"),
      "--base",
      "HEAD",
      "--var",
      "env=test",
      "--format",
      "json",
    ],
    { cwd: folder.path("real"), env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token } },
  );
  expect(ended.stderr).toBe("");
  expect(JSON.parse(ended.stdout).resource_changes).toMatchObject([
    { address: "prod/attributes/region", change: { after: { label: "test" } } },
    { address: "prod/groups/A", origin: "drift" },
  ]);
});

it("takes a revision before a file, and refuses a name that is both", async () => {
  const sandbox = openSandbox({
    seed: { workspaces: [{ name: "prod", groups: [{ name: "A", precedence: 1 }] }] },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const cwd = folder.path("");
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd });
  const plan = async (...base: string[]) => {
    const ended = await orgform(["plan", ...base.map((name) => `--base=${name}`), "--format=json"], {
      cwd,
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
    const { guards = [], diagnostics } = JSON.parse(ended.stdout);
    const said = [...guards, ...diagnostics].map(({ name, summary }) => name ?? summary);
    return { exitCode: ended.exitCode, said };
  };
  await git("init", "-q", "-b", "main");
  await folder.write("orgform.yaml", `protect: [prod/groups/A]\n${file("{A: {precedence: 1}}")}`);
  await git("add", ".");
  await git("commit", "-qm", "first");
  const commit = (await git("rev-parse", "HEAD")).stdout;
  await folder.write("orgform.yaml", file("{A: {state: absent}}"));
  const refused = { exitCode: 3, said: ["protect", "all-groups"] };
  expect(await plan("main")).toEqual(refused);

  // A change that brings the file it is compared with along.
  for (const name of ["main", commit]) await folder.write(name, file("{A: {precedence: 1}}"));
  expect(await plan(commit)).toEqual(refused);
  expect(await plan("main")).toEqual({ exitCode: 1, said: ["--base main is a revision and a file"] });
  expect(await plan("refs/heads/main")).toEqual(refused);
  expect(await plan("./main")).toEqual({ exitCode: 3, said: ["all-groups"] });
  expect(await plan("nowhere")).toEqual({ exitCode: 1, said: ["--base nowhere cannot be read"] });
  // Whatever a shallow checkout lacks is not taken from a file of its name.
  await folder.write("1".repeat(40), file("{A: {precedence: 1}}"));
  expect((await plan("1".repeat(40))).exitCode).toBe(1);
});

it("takes the data model for the same wherever the run begins, and for another where the file names another", async () => {
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], {
      cwd: folder.path(""),
    });
  const write = (model: string) => folder.write("org/orgform.yaml", `${file("{}")}data_model: ${model}\n`);
  await mkdir(folder.path("org"));
  for (const name of ["model", "copy"])
    await cp("examples/data-model/model", folder.path(`org/${name}`), { recursive: true });
  await write("model");
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "first");
  const rulesFrom = async (cwd: string, path: string) => {
    const { stdout } = await orgform(["plan", "-f", path, "--base", "HEAD", "--format", "json"], {
      cwd: folder.path(cwd),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
    return JSON.parse(stdout).rules_changed;
  };
  expect(await rulesFrom("org", "orgform.yaml")).toEqual([]);
  expect(await rulesFrom("org/model", "../orgform.yaml")).toEqual([]);
  await write("copy");
  expect(await rulesFrom("", "org/orgform.yaml")).toMatchObject([
    { rule: "data_model", before: "model", after: "copy" },
  ]);
});
