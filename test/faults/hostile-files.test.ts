import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { workspacesNamed } from "../../src/commands/session/read-live.js";
import { parseConfig } from "../../src/config/config.js";
import { formatConfig } from "../../src/config/print/format-config.js";
import { everythingNeeded } from "../../src/live/everything-needed.js";
import { readLiveState } from "../../src/live/read-live-state.js";
import type { LiveState } from "../../src/model/state/live-state.js";
import { diagnosticsText } from "../../src/report/diagnostics/diagnostics-text.js";
import { planJson } from "../../src/report/plan/plan-json.js";
import { jsonText } from "../../src/report/words/json-text.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { createPlan } from "../support/create-plan.js";
import { planMarkdown, planText } from "../support/plan-formats.js";
import { IS_LONG, PATIENTLY, SEED, tell } from "./form.js";
import { clientIn } from "./run-with-faults.js";
import { bootstrap, mixed } from "./scenarios.js";

const FILES = IS_LONG ? 10_000 : 200;
/** A file of the size that is mutated here takes milliseconds; the bound is for a machine with other things to do. */
const MOST_MS = 10_000;

const example = (path: string): string =>
  readFileSync(new URL(`../../examples/${path}`, import.meta.url), "utf8");
const SAMPLES: readonly string[] = [
  bootstrap.text ?? "",
  mixed.text ?? "",
  example("quickstart/orgform.yaml"),
  example("sign-in/orgform.yaml"),
];

/** What means something to YAML, to the format, to JavaScript, to a terminal, to Markdown or to a shell. */
const PIECES = [
  ..."{}[]:,-~#&*!|>%@`'\"?\t\n\r\0\u0007\u001b\u0085\u2028\u202e\ufeff\ud800",
  "\n  ",
  "\n- ",
  "---\n",
  "...\n",
  "? ",
  "<<: *a",
  "&a ",
  "*a",
  "!!js/function ",
  "!!binary ",
  "null",
  "NaN",
  "0x1f",
  "1e999",
  "-0",
  "9007199254740993",
  "2026-02-30",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "then",
  `$${"{var.x}"}`,
  "$${",
  "${",
  "absent",
  "All Users",
  "prod",
  "a@b.example",
  "\u001b[31m",
  "\u001b]8;;http://x\u0007",
  "<!--",
  "```",
  "@everyone",
  "=1+1",
  "../../x",
  "/",
  "~1",
  "A".repeat(5_000),
  "[".repeat(200),
  "{a: ".repeat(100),
  "- ".repeat(300),
];

type Mutation = (text: string, other: string) => string;

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...PIECES)).map(
    ([at, piece]): Mutation =>
      (text) => {
        const i = Math.floor(at * text.length);
        return text.slice(0, i) + piece + text.slice(i);
      },
  ),
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(60)).map(
    ([at, length]): Mutation =>
      (text) => {
        const i = Math.floor(at * text.length);
        return text.slice(0, i) + text.slice(i + length);
      },
  ),
  fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("swap", "repeat", "indent", "join")).map(
    ([a, b, how]): Mutation =>
      (text) => {
        const lines = text.split("\n");
        const [i, j] = [a % lines.length, b % lines.length];
        const [line = "", other = ""] = [lines[i], lines[j]];
        if (how === "swap") lines.splice(i, 1, other);
        if (how === "repeat") lines.splice(j, 0, line);
        if (how === "indent") lines.splice(i, 1, `${" ".repeat(b % 9)}${line.trimStart()}`);
        if (how === "join") lines.splice(i, 1, line + other);
        return lines.join("\n");
      },
  ),
  fc
    .tuple(
      fc.constantFrom(
        "prod",
        "region",
        "West",
        "groups",
        "values",
        "members",
        "string",
        "Field",
        "20",
        "name",
      ),
      fc.constantFrom(...PIECES),
    )
    .map(
      ([word, piece]): Mutation =>
        (text) =>
          text.replaceAll(word, () => piece),
    ),
  fc.double({ min: 0, max: 1, noNaN: true }).map(
    (at): Mutation =>
      (text, other) => {
        const [i, j] = [Math.floor(at * text.length), Math.floor(at * other.length)];
        return text.slice(0, i) + other.slice(j);
      },
  ),
);

const files: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...SAMPLES),
    fc.constantFrom(...SAMPLES),
    fc.array(mutations, { minLength: 1, maxLength: 6 }),
  )
  .map(([text, other, list]) => list.reduce((result, mutate) => mutate(result, other), text));

let lives: readonly LiveState[] = [];
beforeAll(async () => {
  const sandbox = await startSandbox({ seed: mixed.seed });
  try {
    const read = await readLiveState(clientIn(sandbox), {
      organizationId: "org_northwind",
      selection: workspacesNamed(undefined),
      needs: everythingNeeded,
    });
    if (!("live" in read)) throw new Error("the sandbox cannot be read");
    lives = [read.live, { ...read.live, workspaces: [], unmanaged_workspaces: [] }];
  } finally {
    await sandbox.close();
  }
});

it(`${FILES} mutated files are read, planned and shown without a crash, in bounded time`, PATIENTLY, () => {
  const figures = { files: 0, first_seed: SEED, valid: 0, planned: 0, slowest_ms: 0 };
  fc.assert(
    fc.property(files, (text) => {
      const begun = performance.now();
      const { desired, diagnostics } = parseConfig([{ filename: "fuzz.yaml", text }]);
      diagnosticsText(diagnostics, { color: false, width: 80 });
      expect(desired === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
      const formatted = formatConfig(text, "fuzz.yaml");
      if (desired !== null) {
        expect(jsonText(parseConfig([{ filename: "fuzz.yaml", text: formatted.text }]).desired)).toBe(
          jsonText(desired),
        );
        for (const live of lives) {
          const base = figures.planned % 3 === 0 ? { base: { desired: mixed.desired } } : {};
          const plan = createPlan(
            { desired, options: { orgformVersion: "test", today: "2026-11-20" }, ...base },
            live,
          );
          const shown = planText(plan, { color: false, width: 80 }) + planMarkdown(plan);
          // Of control characters only the line feed may reach a terminal.
          expect(shown.match(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)).toBeNull();
          expect(JSON.parse(jsonText(planJson(plan)))).toMatchObject({ format_version: "1.0" });
          figures.planned += 1;
        }
        figures.valid += 1;
      }
      const took = performance.now() - begun;
      figures.files += 1;
      figures.slowest_ms = Math.max(figures.slowest_ms, Math.round(took));
      expect(took).toBeLessThan(MOST_MS);
    }),
    { numRuns: FILES, seed: SEED },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(figures.valid).toBeGreaterThan(FILES / 20);
  tell(figures);
});
