import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";

/** Pages whose `console` blocks were printed by real runs, one after the other in one folder. */
const PAGES = ["getting-started.md", "sandbox.md", "safety.md"];
const DOCS = new URL("../../docs/", import.meta.url);

it.each(PAGES)("%s shows what is printed", async (page) => {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-docs-"));
  let runs = 0;
  try {
    for (const { info, text } of blocksOf(readFileSync(new URL(page, DOCS), "utf8"))) {
      const [language, file] = info.split(" ");
      if (file !== undefined) writeFileSync(join(cwd, file), text);
      if (language !== "console") continue;
      for (const { command, printed } of transcriptOf(text)) {
        const { stdout, stderr } = await orgform(command.split(" ").slice(1), { cwd });
        expect(withGaps(stdout + stderr, printed), `${command}\n${stdout}${stderr}`).toBe(printed);
        runs += 1;
      }
    }
  } finally {
    rmSync(cwd, { recursive: true });
  }
  expect(runs).toBeGreaterThan(0);
});

function blocksOf(markdown: string): { info: string; text: string }[] {
  const fences = markdown.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm);
  return [...fences].map(([, info = "", text = ""]) => ({ info, text }));
}

function transcriptOf(text: string): { command: string; printed: string }[] {
  const parts = text.split(/^\$ /m).slice(1);
  return parts.map((part) => {
    const [command = "", ...lines] = part.split("\n");
    return { command, printed: lines.join("\n") };
  });
}

/** What was printed with `…` wherever the page leaves lines out, so that the two can be compared. */
function withGaps(printed: string, shown: string): string {
  const [first = "", ...rest] = shown.split(/^…\n/m);
  const pattern = [first, ...rest]
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[\\s\\S]*?");
  return new RegExp(`^${pattern}$`).test(printed) ? shown : printed;
}
