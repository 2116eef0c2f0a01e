import type { Diagnostic } from "../../model/diagnostic.js";
import { escapeHtml, paragraphs } from "../../util/escape.js";

/**
 * Diagnostics as JUnit XML: an error is a failed case, a warning a passed one with its text as output, and none at
 * all one passed case, so that a report always shows that something ran.
 */
export function diagnosticsJunit(diagnostics: readonly Diagnostic[], suite: string): string {
  const failures = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const cases =
    diagnostics.length === 0 ? [testcase(suite, "no findings", "")] : diagnostics.map(diagnosticCase);
  // Jenkins' schema (junit-10.xsd) requires these, and some readers expect the time.
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="orgform" ${counts} time="0">`,
    `  <testsuite name="${escapeHtml(suite)}" ${counts} skipped="0" time="0">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
  ].join("\n")}\n`;
}

function diagnosticCase({ severity, code, summary, detail, address, range }: Diagnostic): string {
  const place = range
    ? `${range.filename}:${range.start.line}:${range.start.column}`
    : (address ?? "orgform");
  const text = paragraphs(`${place}: ${detail}`, escapeHtml).join("\n");
  const body =
    severity === "error"
      ? `<failure type="${code}" message="${escapeHtml(summary)}">${text}</failure>`
      : `<system-out>${escapeHtml(summary)}. ${text}</system-out>`;
  return testcase(place, `${code}: ${summary}`, body);
}

function testcase(classname: string, name: string, body: string): string {
  return `    <testcase classname="${escapeHtml(classname)}" name="${escapeHtml(name)}" time="0">${body}</testcase>`;
}
