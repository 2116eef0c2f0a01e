import { describe, expect, test } from "vitest";
import { validateJson } from "../../src/render/diagnostics-json.js";
import { diagnosticsJunit } from "../../src/render/diagnostics-junit.js";
import { diagnosticsSarif } from "../../src/render/diagnostics-sarif.js";
import { diagnosticsText } from "../../src/render/diagnostics-text.js";
import { findings } from "./fixtures/findings.js";
import { planNamed } from "./fixtures/hostile.js";
import { unpaint } from "./fixtures/unpaint.js";

describe("for people", () => {
  const text = diagnosticsText(findings, { color: false, width: 80 });

  test("golden", async () => {
    await expect(text).toMatchFileSnapshot("expected/diagnostics.txt");
  });

  test("the caret stands under what is meant, whatever is before it", () => {
    const [, , line = "", caret = ""] = text.split("\n");
    const wide = (letters: string): number => letters.replace(/[営業]/g, "ab").length;
    expect(wide(line.slice(0, line.indexOf("precedance")))).toBe(caret.indexOf("^"));
    expect(caret.match(/\^+/)?.[0]).toHaveLength("precedance".length);
  });

  test("colour changes nothing but colour", () => {
    expect(unpaint(diagnosticsText(findings, { color: true, width: 80 }))).toBe(text);
  });

  test("none is nothing", () => {
    expect(diagnosticsText([], { color: true, width: 80 })).toBe("");
  });
});

test("validate --format json has Terraform's shape, and the outcome", () => {
  expect(validateJson(findings)).toEqual({
    format_version: "1.0",
    outcome: "error",
    valid: false,
    error_count: 2,
    warning_count: 1,
    diagnostics: findings,
  });
  expect(validateJson(findings.slice(1, 2)).valid).toBe(true);
});

describe("SARIF", () => {
  test("golden", async () => {
    const log = JSON.stringify(diagnosticsSarif(findings, "0.1.0"), null, 2);
    await expect(log).toMatchFileSnapshot("expected/diagnostics.sarif.json");
  });

  test("a name makes no link, and a file's name stays a path", () => {
    const log = JSON.stringify(diagnosticsSarif(planNamed("[x](http://evil.example)").diagnostics, "0.1.0"));
    expect(log).toContain("\\\\[x\\\\](http://evil.example)");
    expect(log).toContain('"uri":"%5Bx%5D(http%3A//evil.example)"');
  });
});

describe("JUnit", () => {
  test("golden", async () => {
    await expect(diagnosticsJunit(findings, "validate")).toMatchFileSnapshot(
      "expected/diagnostics.junit.xml",
    );
  });

  test("shows that something ran when nothing was found", () => {
    expect(diagnosticsJunit([], "validate")).toContain('tests="1" failures="0"');
  });

  test("names cannot leave their element", () => {
    const structure = (name: string): string =>
      diagnosticsJunit(planNamed(name).diagnostics, "x").replace(/"[^"]*"|>[^<]*</g, "");
    expect(structure(']]></failure><x a="\u0000">&')).toBe(structure("x"));
  });
});
