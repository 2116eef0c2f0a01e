import { symlink } from "node:fs/promises";
import { expect, it } from "vitest";
import { assertNoOutputConflicts } from "../../src/commands/documents/output-conflicts.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

/** A folder with `a.yaml`, and `link` that leads to it. */
async function stage() {
  const folder = await openFolder();
  await folder.write("a.yaml", "version: 1 # mine\norganization: {id:   org_northwind}\nworkspaces: {}\n");
  await symlink(folder.path("a.yaml"), folder.path("link"));
  const at = (name: string | undefined) =>
    name === undefined || name === "-" || name.startsWith("/dev/") ? name : folder.path(name);
  return { folder, at };
}

it.each([
  [["a.yaml"], ["./a.yaml"]],
  [["a.yaml"], ["b.json", "x/../b.json"]],
  [["a.yaml"], ["link"]],
  [["link"], ["a.yaml"]],
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
  ["fmt -f a.yaml -o a.yaml"],
  ["validate -f a.yaml -o a.yaml --format json"],
  ["plan -f a.yaml --sandbox -o link --format json"],
  ["plan -f . --sandbox --out a.yaml"],
  ["drift -f a.yaml --sandbox -o a.yaml"],
  ["access -f a.yaml --sandbox world.json -o world.json"],
  ["export --sandbox -f a.yaml -o a.yaml"],
  ["init --sandbox --force --people a.yaml -o a.yaml"],
  ["report a.yaml -o a.yaml"],
  ["whoami -f a.yaml --sandbox --token-file a.yaml -o a.yaml"],
])("holds for every command: %s", async (line) => {
  const { folder } = await stage();
  await folder.write("world.json", "{}");
  const before = [await folder.read("a.yaml"), await folder.read("world.json")];
  const run = await orgform(line.split(" "), { cwd: folder.path("") });
  expect(run.exitCode).toBe(1);
  expect(run.stderr + run.stdout).toContain("would be overwritten");
  expect([await folder.read("a.yaml"), await folder.read("world.json")]).toEqual(before);
});
