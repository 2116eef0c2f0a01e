import type { Diagnostic, SourceRange } from "../model/diagnostic.js";
import { DIAGNOSTIC_CODES } from "../model/diagnostic-code.js";
import { escapeSarif, paragraphs, visible } from "../util/escape.js";

/** Diagnostics as a SARIF 2.1.0 log, for code scanning: one rule a code, one result a diagnostic. */
export function diagnosticsSarif(diagnostics: readonly Diagnostic[], version: string): object {
  const codes = [...new Set(diagnostics.map((diagnostic) => diagnostic.code))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "orgform",
            semanticVersion: version,
            rules: codes.map((id) => ({
              id,
              shortDescription: { text: DIAGNOSTIC_CODES[id] },
              help: { text: `docs/troubleshooting.md#${id}` },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.code,
          ruleIndex: codes.indexOf(diagnostic.code),
          level: diagnostic.severity,
          message: {
            text: paragraphs(`${diagnostic.summary}. ${diagnostic.detail}`.trim(), escapeSarif).join("\n"),
          },
          locations: locations(diagnostic),
        })),
      },
    ],
  };
}

function locations({ range, address }: Diagnostic): object[] {
  if (range === undefined && address === undefined) return [];
  const physical = range && { artifactLocation: { uri: fileUri(range) }, region: region(range) };
  return [
    {
      ...(physical && { physicalLocation: physical }),
      ...(address !== undefined && { logicalLocations: [{ fullyQualifiedName: address, kind: "resource" }] }),
    },
  ];
}

/** The file as a relative reference (RFC 3986), whatever it is called. */
function fileUri({ filename }: SourceRange): string {
  return visible(filename).split("/").map(encodeURIComponent).join("/");
}

function region({ start, end }: SourceRange): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}
