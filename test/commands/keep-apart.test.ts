import { link, mkdir, symlink } from "node:fs/promises";
import { expect, it } from "vitest";
import { assertNoOutputConflicts } from "../../src/commands/documents/output-conflicts.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

/** A folder with `a.yaml`, `link` that leads to it, and `hard` that is the same file. */
async function stage() {
  const folder = await openFolder();
  await folder.write("a.yaml", "version: 1 # mine\norganization: {id:   org_northwind}\nworkspaces: {}\n");
  await symlink(folder.path("a.yaml"), folder.path("link"));
  await link(folder.path("a.yaml"), folder.path("hard"));
  const at = (name: string | undefined) =>
    name === undefined || name === "-" || name.startsWith("/dev/") ? name : folder.path(name);
  return { folder, at };
}

it.each([
  [["a.yaml"], ["./a.yaml"]],
  [["a.yaml"], ["b.json", "x/../b.json"]],
  [["a.yaml"], ["link"]],
  [["link"], ["a.yaml"]],
  [["a.yaml"], ["hard"]],
  [["hard"], ["link"]],
  [[], ["a.yaml", "hard"]],
  [["."], ["b.yaml"]],
])("refuses to write over what is read or written: %j, %j", async (read, written) => {
  const { at } = await stage();
  expect(() => assertNoOutputConflicts(read.map(at), written.map(at))).toThrow("would be overwritten");
});

it.each([
  [["a.yaml"], ["b.json", "c.json"]],
  [["."], ["b.json"]],
  // What is not there is not read either.
  [["b.yaml"], ["b.yaml"]],
  [["a.yaml/below", "x".repeat(5000)], ["c.json"]],
  [["/dev/stdin"], ["-", "-"]],
  [["a.yaml"], ["/dev/null", "/dev/null"]],
  [["a.yaml"], [undefined, undefined]],
])("lets pass what is apart: %j, %j", async (read, written) => {
  const { at } = await stage();
  expect(() => assertNoOutputConflicts(read.map(at), written.map(at))).not.toThrow();
});

it.each([
  ["fmt -f a.yaml --out a.yaml"],
  ["validate -f a.yaml --out a.yaml --format json"],
  ["plan -f a.yaml --sandbox --out link --format json"],
  ["plan -f . --sandbox --out a.yaml"],
  ["drift -f a.yaml --sandbox --out a.yaml"],
  ["apply -f a.yaml --sandbox --auto-approve --receipt hard"],
  ["plan -f . --sandbox --out hard"],
  ["who -f a.yaml --sandbox world.json --out world.json"],
  ["export --sandbox -f a.yaml --out a.yaml"],
  ["init --sandbox --people a.yaml --out a.yaml"],
  ["whoami -f a.yaml --sandbox --token-file a.yaml --out a.yaml"],
])("holds for every command: %s", async (line) => {
  const { folder } = await stage();
  await folder.write("world.json", "{}");
  const before = [await folder.read("a.yaml"), await folder.read("world.json")];
  const run = await orgform(line.split(" "), { cwd: folder.path("") });
  expect(run.exitCode).toBe(1);
  expect(run.stderr + run.stdout).toContain("would be overwritten");
  expect([await folder.read("a.yaml"), await folder.read("world.json")]).toEqual(before);
});

it.each([
  "acceptance --organization org_northwind --auto-approve --sandbox --out a.yaml",
  "completion bash --out a.yaml",
  "log --out a.yaml",
])("holds for the organization's file where a command does not read it: %s", async (line) => {
  const { folder } = await stage();
  const before = await folder.read("a.yaml");
  const run = await orgform(line.split(" "), { cwd: folder.path(""), env: { ORGFORM_FILE: "a.yaml" } });
  expect(run.stderr).toContain("a.yaml would be overwritten");
  expect(await folder.read("a.yaml")).toBe(before);
});

const WITH_INPUTS = `version: 1
organization: {id: org_northwind}
people: {file: hr/people.csv}
data_model: model
workspaces: {}
`;

it.each([
  ["plan --sandbox --out hr/people.csv", "hr/people.csv"],
  ["plan --sandbox --out hr/../hr/people.csv", "hr/people.csv"],
  ["apply --sandbox --auto-approve --receipt hr/people.csv", "hr/people.csv"],
  ["drift --sandbox --out hr/people.csv", "hr/people.csv"],
  ["validate --out hr/people.csv --format json", "hr/people.csv"],
  ["who --sandbox --out hr/people.csv", "hr/people.csv"],
  ["snapshot --sandbox --out hr/people.csv", "hr/people.csv"],
  ["whoami --sandbox --out hr/people.csv", "hr/people.csv"],
  ["export --sandbox --out model/m.yml", "model/m.yml"],
  ["export --sandbox --split model", "model/organization.yaml"],
  ["plan --sandbox --base ./base.yaml --out base.yaml", "base.yaml"],
  ["plan --sandbox --base ./base.yaml --out old.csv", "old.csv"],
  ["compare ./base.yaml --sandbox --out base.yaml", "base.yaml"],
  ["compare live live --sandbox --model-from other --out other/o.yaml", "other/o.yaml"],
  ["log receipts --out receipts/r.jsonl", "receipts/r.jsonl"],
])("keeps every file that the run reads: %s", async (line, name) => {
  const { folder } = await stage();
  for (const path of ["hr", "model", "other", "receipts"]) await mkdir(folder.path(path));
  await folder.write("orgform.yaml", WITH_INPUTS);
  await folder.write("base.yaml", WITH_INPUTS.replace("hr/people.csv", "old.csv"));
  for (const path of ["hr/people.csv", "old.csv"]) await folder.write(path, "email\nada@northwind.example\n");
  for (const path of ["model/m.yml", "model/organization.yaml", "other/o.yaml"])
    await folder.write(path, "type: model\nname: m\nconnection: c\n");
  await folder.write("receipts/r.jsonl", "{}");
  await folder.write("list.csv", "a\n");
  const before = await folder.read(name);
  const run = await orgform(line.split(" "), { cwd: folder.path("") });
  expect(run.stderr + run.stdout).toContain("would be overwritten");
  expect(run.exitCode).toBe(1);
  expect(await folder.read(name)).toBe(before);
});
