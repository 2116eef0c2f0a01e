import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/model/diagnostic.js";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { validateJson } from "../../src/report/diagnostics/diagnostics-json.js";
import { diagnosticsJunit } from "../../src/report/diagnostics/diagnostics-junit.js";
import { diagnosticsSarif } from "../../src/report/diagnostics/diagnostics-sarif.js";
import { diagnosticsText } from "../../src/report/diagnostics/diagnostics-text.js";
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

  test("those that are alike are one with their places, unless all are asked for", () => {
    const alike = ["Sales", "Finance", "Legal"].map((name): Diagnostic => {
      const address = `prod/groups/${name}`;
      const summary = `Unknown key "colour" in "${name}"`;
      return { severity: "error", code: "unknown-key", summary, detail: "", address };
    });
    const look = { color: false, width: 80 };
    const folded = diagnosticsText(alike, look);
    expect(folded.match(/^Error: /gm)).toHaveLength(1);
    expect(folded).toContain("  The same of 2 more: prod/groups/Finance, prod/groups/Legal\n");
    expect(diagnosticsText(alike, { ...look, full: true }).match(/^Error: /gm)).toHaveLength(3);
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

const RUN = { version: "0.1.0", command: "plan", files: ["teams/orgform.yaml"] };

describe("SARIF", () => {
  const log = (diagnostics: readonly Diagnostic[], files = RUN.files) =>
    JSON.parse(JSON.stringify(diagnosticsSarif(diagnostics, { ...RUN, files }))).runs[0];

  test("every result has a place in a file below the source root", () => {
    const { results, originalUriBaseIds } = log(findings);
    expect(results).toHaveLength(findings.length);
    for (const { locations } of results) {
      expect(locations).toHaveLength(1);
      const { artifactLocation, region } = locations[0].physicalLocation;
      expect(artifactLocation).toEqual({ uri: "teams/orgform.yaml", uriBaseId: "SRCROOT" });
      expect(region.startLine).toBeGreaterThan(0);
    }
    expect(Object.keys(originalUriBaseIds)).toEqual(["SRCROOT"]);
  });

  test("every rule says what it means, what to do, and how grave it is", () => {
    const { rules, informationUri } = log(findings).tool.driver;
    expect(informationUri).toMatch(/^https:/);
    expect(rules.map(({ id }: { id: string }) => id)).toEqual([
      "unknown-key",
      "value-shadowed",
      "wrong-organization",
    ]);
    for (const { fullDescription, help, defaultConfiguration } of rules) {
      expect(fullDescription.text.length).toBeGreaterThan(20);
      expect(help.markdown).toContain("**What to do.** ");
      expect(help.text).toContain("What to do: ");
      expect(["error", "warning"]).toContain(defaultConfiguration.level);
    }
  });

  test("a finding keeps its fingerprint when lines move or we say it otherwise, and no two share one", () => {
    const prints = (diagnostics: readonly Diagnostic[]): string[] =>
      log(diagnostics).results.map(
        (result: { partialFingerprints: { primaryLocationLineHash: string } }) =>
          result.partialFingerprints.primaryLocationLineHash,
      );
    const reworded = findings.map((one) =>
      one.address || one.snippet ? { ...one, summary: `${one.summary} indeed` } : one,
    );
    expect(reworded).not.toEqual(findings);
    expect(prints(reworded)).toEqual(prints(findings));
    const moved = findings.map((one) =>
      one.range ? { ...one, range: { ...one.range, start: { ...one.range.start, line: 99 } } } : one,
    );
    expect(prints(moved)).toEqual(prints(findings));
    const twice = prints([...findings, ...findings]);
    expect(new Set(twice).size).toBe(twice.length);
  });

  test("findings of other files and commands are another set", () => {
    expect(log(findings).automationDetails.id).toBe("orgform/plan/teams/orgform.yaml/");
    expect(log(findings, []).automationDetails.id).toBe("orgform/plan/orgform.yaml/");
  });

  test("golden", async () => {
    const log = JSON.stringify(diagnosticsSarif(findings, RUN), null, 2);
    await expect(log).toMatchFileSnapshot("expected/diagnostics.sarif.json");
  });

  test("a name makes no link, and a file's name stays a path", () => {
    const log = JSON.stringify(
      diagnosticsSarif(findingsFrom(planNamed("[x](http://evil.example)"), "file"), RUN),
    );
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

  test("has the attributes that Jenkins' schema (junit-10.xsd) asks for, and no other", () => {
    const known: Record<string, readonly string[]> = {
      testsuites: ["name", "tests", "failures", "errors", "time"],
      testsuite: ["name", "tests", "failures", "errors", "skipped", "time"],
      testcase: ["classname", "name", "time"],
      failure: ["type", "message"],
      "system-out": [],
    };
    for (const given of [findings, []]) {
      const xml = diagnosticsJunit(given, "validate").replace(/^<\?.*\?>$/m, "");
      const elements = [...xml.matchAll(/<([a-z-]+)((?: [a-z]+="[^"]*")*)>/g)];
      expect(elements.length).toBeGreaterThan(2);
      for (const [, element = "", text = ""] of elements) {
        expect([...text.matchAll(/ ([a-z]+)=/g)].map(([, name]) => name)).toEqual(known[element]);
      }
      expect(xml.match(/<testcase /g)).toHaveLength(Number(/tests="(\d+)"/.exec(xml)?.[1]));
    }
  });

  test("names cannot leave their element", () => {
    const structure = (name: string): string =>
      diagnosticsJunit(findingsFrom(planNamed(name), "file"), "x").replace(/"[^"]*"|>[^<]*</g, "");
    expect(structure(']]></failure><x a="\u0000">&')).toBe(structure("x"));
  });
});
