import { chmod, stat } from "node:fs/promises";
import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

it("makes a file that was there readable by its owner only, as a new one", async () => {
  const folder = await openFolder();
  const file = await folder.write(
    "orgform.yaml",
    "version: 1\norganization: {id: org_sandbox}\nworkspaces: {prod: {groups: {A: {precedence: 1}}}}\n",
  );
  const output = await folder.write("events.jsonl", "what was there before\n".repeat(1_000));
  await chmod(output, 0o644);
  await orgform(["apply", "--sandbox", "--auto-approve", "-f", file, "--format", "json", "-o", output]);
  expect((await stat(output)).mode & 0o777).toBe(0o600);
  expect(await folder.read("events.jsonl")).not.toContain("what was there before");
});
