import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";

const page = readFileSync(new URL("../../docs/file.md", import.meta.url), "utf8");
const MISTAKEN =
  "version: 1\norganization: {id: org_northwind}\nworkspaces:\n  northwind-prod:\n    group: {}\n";

it("the task for VS Code finds each message and its place in what is printed", async () => {
  const { tasks } = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "");
  const [{ command, problemMatcher }] = tasks;
  const cwd = mkdtempSync(join(tmpdir(), "orgform-editor-"));
  try {
    writeFileSync(join(cwd, "orgform.yaml"), MISTAKEN);
    const { stdout, stderr } = await orgform(command.split(" ").slice(1), { cwd });
    const lines = (stdout + stderr).split("\n");
    const [message, place] = problemMatcher.pattern.map(
      ({ regexp }: { regexp: string }) => new RegExp(regexp),
    );
    const at = lines.findIndex((line) => message.test(line));
    expect(message.exec(lines[at])?.slice(1)).toEqual(["Error", 'Unknown key "group" in "northwind-prod"']);
    expect(place.exec(lines[at + 1])?.slice(1)).toEqual(["orgform.yaml", "5", "5"]);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
