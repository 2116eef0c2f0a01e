import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";

let cwd = "";
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@n.example", ...args], { cwd, stdio: "pipe" });
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
};
const names = async (...args: string[]) => {
  const { stdout, stderr, exitCode } = await orgform(["fleet", "jobs", "orgs", "--format", "json", ...args], {
    cwd,
  });
  if (exitCode !== 0) throw new Error(stderr + stdout);
  const entries: { readonly name: string }[] = JSON.parse(stdout);
  return entries.map(({ name }) => name);
};
const file = (id: string, rest = "") => `version: 1\norganization: {id: ${id}}\n${rest}`;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "orgform-jobs-"));
  git("init", "-q");
  write("orgs/a.yaml", file("a", "data_model: ../model\nworkspaces: {w: {}}"));
  write("orgs/b/main.yaml", file("b"));
  write("orgs/b/more.yaml", "version: 1\nworkspaces: {w: {}}");
  git("add", ".");
  git("commit", "-qm", "first");
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

it("says when two jobs would work on one organization", async () => {
  write("orgs/again.yaml", file("a"));
  const { stderr, exitCode } = await orgform(["fleet", "jobs", "orgs"], { cwd });
  expect(exitCode).toBe(0);
  expect(stderr).toContain("orgs/a.yaml and orgs/again.yaml describe the same organization, a");
});

describe("fleet jobs --base with a revision", () => {
  it("is empty where the same is meant, however it is written", async () => {
    write(
      "orgs/a.yaml",
      "# a comment\nworkspaces:\n  w: {}\nversion: 1\norganization: {id: 'a'}\ndata_model: ../model\n",
    );
    expect(await names()).toEqual(["a", "b"]);
    expect(await names("--base", "HEAD")).toEqual([]);
  });

  it("names what changed in any of its files, and what is new", async () => {
    write("orgs/b/more.yaml", "version: 1\nworkspaces: {w: {groups: {}}}");
    write("orgs/eu/c.yaml", file("c"));
    write("orgs/eu/d.yaml", file("d"));
    expect(await names("--base", "HEAD")).toEqual(["b", "eu/c", "eu/d"]);
  });

  it("fails as a whole where one file is broken: it would pass for a matrix of all", async () => {
    write("orgs/b/main.yaml", "version: 1\norganization: {id: b");
    await expect(names()).rejects.toThrow(/yaml-syntax/);
    write("orgs/b/main.yaml", file("b", "workspaces: {w: {}}"));
    await expect(names()).rejects.toThrow(/duplicate-workspace/);
  });

  it("refuses a revision that git does not know", async () => {
    await expect(names("--base", "--upload-pack=x")).rejects.toThrow(/usage/);
  });
});

it("takes one file for a fleet of one, and tells a file from a folder of its name", async () => {
  write("orgs/b.yaml", file("other-b"));
  expect(await names()).toEqual(["a", "b", "b.yaml"]);
  const { stdout } = await orgform(["fleet", "jobs", "orgs/a.yaml"], { cwd });
  expect(stdout).toContain("a  a  1 workspace  orgs/a.yaml\n1 organization\n");
});

it("passes over YAML of other formats beside an organization, such as its data model", async () => {
  write("orgs/e/orgform.yaml", file("e", "data_model: model"));
  write("orgs/e/model/m.yml", "access_grants: []");
  write("orgs/e/model/template.yml", "{% if %}\n\t- [");
  expect(await names()).toEqual(["a", "b", "e"]);
});

describe("fleet jobs for an engine", () => {
  it("prints a matrix a line, each of so many organizations, and no line for none", async () => {
    const chunks = async (...args: string[]) =>
      (await orgform(["fleet", "jobs", "orgs", "--format", "github", "--chunk", "1", ...args], { cwd }))
        .stdout;
    expect((await chunks()).match(/"name":"\w+"/g)).toEqual(['"name":"a"', '"name":"b"']);
    expect((await chunks()).trim().split("\n")).toHaveLength(2);
    expect(await chunks("--base", "HEAD")).toBe("");
    expect(
      (await orgform(["fleet", "jobs", "orgs", "--format", "github", "--chunk", "0"], { cwd })).exitCode,
    ).toBe(1);
  });

  it("refuses what no job, environment or result can be called after", async () => {
    write("orgs/two words.yaml", file("c"));
    write("orgs/d.yaml", file("../../etc/d"));
    for (const format of ["json", "gitlab", "github"]) {
      const { stdout, stderr, exitCode } = await orgform(["fleet", "jobs", "orgs", "--format", format], {
        cwd,
      });
      expect(exitCode).toBe(1);
      expect(stdout).not.toContain("organization_id");
      expect(stdout + stderr).toContain("No job can be named after orgs/d.yaml, orgs/two words.yaml");
    }
    expect((await orgform(["fleet", "jobs", "orgs"], { cwd })).exitCode).toBe(0);
  });
});

describe("fleet report --jobs", () => {
  const report = (...args: string[]) => orgform(["fleet", "report", ...args], { cwd });

  it("takes what fleet jobs printed in any format for engines, in any number of lines", async () => {
    for (const format of ["json", "gitlab", "github"]) {
      await orgform(["fleet", "jobs", "orgs", "--format", format, "--chunk", "1", "--out", "m.json"], {
        cwd,
      });
      const { stdout, exitCode } = await report("results", "--jobs", "m.json", "--format", "json");
      expect(exitCode).toBe(1);
      const sources = JSON.parse(stdout).runs.map(({ source }: { source: string }) => source);
      expect(sources).toEqual(["results/a.json", "results/b.json"]);
    }
  });

  it("has nothing to say of no organization", async () => {
    write("m.json", "");
    expect(await report("results", "--jobs", "m.json")).toMatchObject({ exitCode: 0 });
  });

  it("refuses what is no list of jobs, an id that leads elsewhere, and more than one folder", async () => {
    for (const text of ["{}", "[1]", "no", '[{"organization_id":"../x"}]']) {
      write("m.json", text);
      const { stderr, exitCode } = await report("results", "--jobs", "m.json");
      expect(exitCode).toBe(1);
      expect(stderr).toContain("m.json is not a list of jobs");
    }
    expect((await report("results", "--jobs", "lost.json")).stderr).toContain("is not a list of jobs");
    expect((await report("a", "b", "--jobs", "m.json")).stderr).toContain("takes one folder");
    expect((await report("a", "--jobs", "m.json", "--out", "m.json")).stderr).toContain("overwritten");
  });
});
