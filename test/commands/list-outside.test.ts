import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const KEY = "wJalrXUtnFEMI";

const fileWith = (list: string) => `version: 1
organization: {id: org_northwind}
people: {file: ${JSON.stringify(list)}}
workspaces: {prod: {people: {role: "\${person.role}"}}}
`;

/** A folder `orgs/a` with the file, and a list of a bad address, a bad role and a row that is too short beside `orgs`. */
async function openWorld({ list = "../../hr/keys.csv", isRepository = false } = {}) {
  const folder = await openFolder();
  await mkdir(folder.path("orgs/a"), { recursive: true });
  await mkdir(folder.path("hr"));
  await folder.write("orgs/a/orgform.yaml", fileWith(list));
  await folder.write("hr/keys.csv", `email,role\n${KEY},view\nada@northwind.example,${KEY}\n${KEY}\n`);
  if (isRepository) execFileSync("git", ["init", "-q", folder.path("")]);
  return folder;
}

const AT_A = ["-f", "orgs/a/orgform.yaml"];

it.each(["../../hr/keys.csv", "absolute", "linked/keys.csv"])(
  "reads no list outside the file's folder: %s",
  async (name) => {
    const folder = await openWorld();
    const list = name === "absolute" ? folder.path("hr/keys.csv") : name;
    await folder.write("orgs/a/orgform.yaml", fileWith(list));
    await symlink(folder.path("hr"), folder.path("orgs/a/linked"));
    const { exitCode, printed } = await orgform(["validate", ...AT_A], { cwd: folder.path("") });
    expect(exitCode).toBe(1);
    expect(printed).toContain("list-outside");
    expect(printed).not.toContain(KEY);
  },
);

it.each(["validate", "plan"])(
  "quotes nothing of a list that --allow outside lets %s read",
  async (command) => {
    const folder = await openWorld();
    const args = [command, ...AT_A, "--allow", "outside", "--format", "json"];
    const { stdout, stderr } = await orgform(args, { cwd: folder.path("") });
    const { diagnostics } = JSON.parse(stdout);
    expect(diagnostics.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(["list-damaged", "invalid-value"]),
    );
    expect(diagnostics).toHaveLength(3);
    expect(stdout + stderr).not.toContain(KEY);
  },
);

it("reads lists of the repository, and of folders that are named, and quotes them", async () => {
  const repository = await openWorld({ isRepository: true });
  const inside = await orgform(["validate", ...AT_A], { cwd: repository.path("") });
  expect(inside.printed).toContain(KEY);
  const folder = await openWorld();
  for (const more of [
    ["-f", "hr/keys.csv"],
    ["-f", "."],
  ])
    expect((await orgform(["validate", ...AT_A, ...more], { cwd: folder.path("") })).printed).toContain(KEY);
});

it("takes no other word where there are no guards", async () => {
  const { exitCode, stderr } = await orgform(["validate", "--allow", "access.opened=1"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("outside");
});
