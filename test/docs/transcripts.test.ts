import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { orgform, plainWords } from "../support/run-in-process.js";

/** Pages whose `console` blocks were printed by real runs, one after the other in one folder. */
const PAGES = ["getting-started.md", "company.md", "going-back.md", "sandbox.md"];
const ROOT = new URL("../../", import.meta.url);
/** The moment of the first command; each one is a minute later. */
const START = Date.UTC(2026, 2, 31, 12);

interface Shell {
  readonly cwd: string;
  readonly env: Record<string, string>;
  runs: number;
}

it.each(PAGES)("%s shows what is printed", async (page) => {
  const shell: Shell = { cwd: mkdtempSync(join(tmpdir(), "orgform-docs-")), env: {}, runs: 0 };
  try {
    for (const { info, text } of blocksOf(readFileSync(new URL(`docs/${page}`, ROOT), "utf8"))) {
      const [language, file] = info.split(" ");
      if (language === "diff" && file !== undefined) change(join(shell.cwd, file), text);
      else if (file !== undefined) writeFileSync(join(shell.cwd, file), text);
      if (language === "sh") prepare(text, shell);
      if (language !== "console") continue;
      for (const { command, printed } of transcriptOf(text)) {
        const said = await answerTo(command, shell);
        expect(withGaps(said, printed), `${command}\n${said}`).toBe(printed);
      }
    }
  } finally {
    rmSync(shell.cwd, { recursive: true });
  }
  expect(shell.runs).toBeGreaterThan(0);
});

/** What a command prints: orgform's from the sources, any other program's from the machine. */
async function answerTo(command: string, shell: Shell): Promise<string> {
  const [program = "", ...args] = plainWords(command) ?? command.split(" ");
  if (program !== "orgform") {
    const env = { PATH: process.env.PATH, ...GIT, HOME: shell.cwd };
    return execFileSync(program, args, { cwd: shell.cwd, env, encoding: "utf8" });
  }
  const now = new Date(START + 60_000 * shell.runs++);
  const { stdout, stderr } = await orgform(args, {
    cwd: shell.cwd,
    env: { ...GIT, ...shell.env },
    now,
  });
  return stdout + stderr;
}

const GIT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Grace",
  GIT_AUTHOR_EMAIL: "grace@northwind.example",
  GIT_COMMITTER_NAME: "Grace",
  GIT_COMMITTER_EMAIL: "grace@northwind.example",
};

/** Variables that a block exports, and files of the examples that it copies; a page installs nothing here. */
function prepare(script: string, { cwd, env }: Shell): void {
  for (const [, name = "", value = ""] of script.matchAll(/^export (ORGFORM_\w+)=([\w./-]+)/gm))
    env[name] = value;
  for (const [, path = ""] of script.matchAll(/^cp \S*?(examples\/\S+) \.( |$)/gm))
    copyFileSync(new URL(path, ROOT), join(cwd, basename(path)));
}

/** Puts each line with a plus sign in the place of the line with a minus sign before it, or at the end. */
function change(path: string, diff: string): void {
  const [removed, added] = ["-", "+"].map((sign) =>
    diff.split("\n").flatMap((line) => (line.startsWith(sign) ? [`${line.slice(1)}\n`] : [])),
  );
  const before = readFileSync(path, "utf8");
  const [out, into] = [removed?.join("") ?? "", added?.join("") ?? ""];
  const after = out === "" ? before + into : before.replace(out, into);
  expect(after, diff).not.toBe(before);
  writeFileSync(path, after);
}

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
