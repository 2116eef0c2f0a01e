import { execa } from "execa";
import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {}}\n";

it("names the commit in a page's head, and edits since", async () => {
  const folder = await openFolder();
  const cwd = folder.path("");
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd });
  const commitShown = async (env = {}): Promise<string | undefined> => {
    const { stdout } = await orgform(["plan", "--sandbox", "--format", "html"], { cwd, env });
    return /<dt>Commit<\/dt><dd>(.*?)<\/dd>/.exec(stdout)?.[1];
  };
  await folder.write("orgform.yaml", FILE);
  await git("init", "-q");
  expect(await commitShown()).toBeUndefined();
  await folder.write("other.txt", "1");
  await git("add", "other.txt");
  await git("commit", "-qm", "without the file");
  expect(await commitShown()).toMatch(/^[0-9a-f]{12}, with uncommitted edits$/);
  await git("add", "orgform.yaml");
  await git("commit", "-qm", "with it");
  const { stdout: head } = await git("rev-parse", "HEAD");
  expect(await commitShown()).toBe(head.slice(0, 12));
  const edited = `${head.slice(0, 12)}, with uncommitted edits`;
  await folder.write("orgform.yaml", `${FILE}x-note: 1\n`);
  expect(await commitShown()).toBe(edited);
  // Two flags by which git looks at the file no more.
  for (const flag of ["assume-unchanged", "skip-worktree"]) {
    await git("update-index", `--${flag}`, "orgform.yaml");
    expect(await commitShown()).toBe(edited);
    await git("update-index", `--no-${flag}`, "orgform.yaml");
  }
  await folder.write("orgform.yaml", `${FILE}people: {file: people.csv, email: Email}\n`);
  await folder.write("people.csv", "Email\nada@northwind.example\n");
  await git("commit", "-qam", "a list that git does not have");
  expect(await commitShown()).toMatch(/, with uncommitted edits$/);
  await git("add", "people.csv");
  await git("commit", "-qm", "which it has now");
  expect(await commitShown()).toMatch(/^[0-9a-f]{12}$/);
  expect(await commitShown({ PATH: "/nowhere" })).toBeUndefined();
});
