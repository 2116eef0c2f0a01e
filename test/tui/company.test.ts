import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ORGFORM } from "../support/run-built.js";
import { type DrivenTerminal, runInTerminal } from "./fixtures/terminal.js";

const COMPANY = fileURLToPath(new URL("../../examples/company", import.meta.url));

/** The company of three hundred people and six workspaces, in a terminal of 80 columns. */
function inTerminal(...args: readonly string[]): DrivenTerminal {
  const folder = mkdtempSync(join(tmpdir(), "orgform-company-"));
  cpSync(COMPANY, folder, { recursive: true });
  return runInTerminal([ORGFORM, ...args], { columns: 80, rows: 24, folder, env: { NO_COLOR: "1" } });
}

/** The rows of those who arrive, and all other lines. */
function partsOf(text: string): { readonly arriving: string; readonly others: string } {
  const lines = text.split("\n");
  const start = Math.max(
    0,
    lines.findIndex((line) => line.startsWith("Arriving (")),
  );
  const end = lines.findIndex((line, i) => i > start && lines[i - 1] === "" && /^\S/.test(line));
  const others = [...lines.slice(0, start), ...lines.slice(end)];
  return { arriving: lines.slice(start, end).join("\n"), others: others.join("\n") };
}

test("the first plan of a company names who arrives, and fits in 80 lines beside", async () => {
  const terminal = inTerminal("plan", "--sandbox");
  expect(await terminal.ended()).toBe(0);
  const text = (terminal.raw().split("\u001b[2K").at(-1) ?? "").replaceAll("\r\n", "\n").trimEnd();
  // The terminal broke no line: each was sent as it stands.
  expect(text.endsWith(terminal.text().split("\n").slice(-900).join("\n"))).toBe(true);
  const { arriving, others } = partsOf(text);
  expect(others.split("\n").length).toBeLessThanOrEqual(80);
  // A person whose access is that of nobody else has a row of their own, however many arrive.
  expect(arriving).toMatch(
    /dan\.abt2@contoso\.example: invited by this plan, role develop, in Executives,\n +Facilities east/,
  );
  for (const part of [
    /^Arriving \(301\)/m,
    /198 invites: \+198/,
    /^ +1207 group members and 240 member values \(301 people in 6 workspaces\)$/m,
    /--full shows every line/,
    /1189 invites: 1189 e-mails\./,
  ])
    expect(text).toMatch(part);
});

test("its apply, with question and report, fits in 120 lines beside those who arrive", async () => {
  const terminal = inTerminal("apply", "--sandbox", "org.json");
  await terminal.until((text) => text.includes("Enter a value:"));
  terminal.type("yes\r");
  expect(await terminal.ended(), terminal.text()).toBe(0);
  const text = terminal.text();
  expect(partsOf(text).others.split("\n").length).toBeLessThanOrEqual(120);
  // The question stands below the line that says what is to be applied, and no digest is above it.
  expect(text.match(/^Plan: /gm)).toHaveLength(1);
  expect(text).not.toMatch(/[0-9a-f]{64}/);
  expect(text).toContain("6 workspaces: Creation of 1189 invites complete");
  expect(text).toMatch(/\(and\s+others,\s+with\s+other\s+names\)/);
  expect(text).toMatch(/To go back: {2}revert the commit and plan with --base; `orgform show/);
});
