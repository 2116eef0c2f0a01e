import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFolder } from "../commands/folder.js";
import { orgform } from "../support/run-in-process.js";
import { EXAMPLES } from "./workshop.js";

it("shows the first plan of 400 people in 120 lines of text and 160 of Markdown, with every group", async () => {
  const folder = await openFolder();
  copyFileSync(join(EXAMPLES, "four-hundred/people.csv"), folder.path("people.csv"));
  const guide = readFileSync(join(EXAMPLES, "../docs/company.md"), "utf8");
  const [, file = ""] = /```yaml orgform\.yaml\n([\s\S]*?)```/.exec(guide) ?? [];
  await folder.write("orgform.yaml", file);
  const lines = { text: 120, markdown: 160 };
  for (const [format, most] of Object.entries(lines)) {
    const { exitCode, stdout } = await orgform(["plan", "--format", format], {
      cwd: folder.path(""),
      env: { ORGFORM_SANDBOX: "org.json" },
    });
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split("\n").length, format).toBeLessThanOrEqual(most);
    for (const words of ["401 arrive", "Department Engineering", "Region EMEA", "Executives"])
      expect(stdout).toContain(words);
  }
});
