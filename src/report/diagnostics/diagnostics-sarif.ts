import { createHash } from "node:crypto";
import type { Diagnostic } from "../../model/diagnostic.js";
import { type DiagnosticCode, titleOf } from "../../model/diagnostic-code.js";
import { sortedTexts } from "../../util/collections.js";
import { paragraphs, visible } from "../../util/escape.js";
import { DIAGNOSTIC_HELP } from "../generated/diagnostic-help.js";
import { docsAddress, withoutLinks, withWebLinks } from "../words/docs-address.js";

/** The run that found the findings of a log. */
interface RunOfFindings {
  readonly version: string;
  /** The command, such as `plan`: the findings of another command, or of other files, are another set. */
  readonly command: string;
  /** The files that were read, relative to the working directory; findings without a place are placed in the first. */
  readonly files: readonly string[];
}

const SRCROOT = "SRCROOT";

/**
 * Diagnostics as a SARIF 2.1.0 log, for code scanning: one rule a code, one result a diagnostic. Each has a
 * place in a file, since a log is refused if one has none.
 */
export function diagnosticsSarif(diagnostics: readonly Diagnostic[], run: RunOfFindings): object {
  const codes = sortedTexts(diagnostics.map((diagnostic) => diagnostic.code));
  const [file = "orgform.yaml"] = run.files;
  const fingerprints = fingerprintsOf(diagnostics);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "orgform",
            semanticVersion: run.version,
            informationUri: "https://www.npmjs.com/package/orgform",
            rules: codes.map((code) => rule(code, diagnostics, run.version)),
          },
        },
        automationDetails: { id: `orgform/${run.command}/${uriOf(file)}/` },
        originalUriBaseIds: { [SRCROOT]: { description: { text: "The folder that orgform ran in." } } },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((diagnostic, i) => ({
          ruleId: diagnostic.code,
          ruleIndex: codes.indexOf(diagnostic.code),
          level: diagnostic.severity,
          message: {
            text: paragraphs(`${diagnostic.summary}. ${diagnostic.detail}`.trim(), escapeSarif).join("\n"),
          },
          locations: [location(diagnostic, file)],
          // Code scanning distinguishes findings by this one; it stays the same when lines move.
          partialFingerprints: { primaryLocationLineHash: fingerprints[i] },
        })),
      },
    ],
  };
}

function rule(code: DiagnosticCode, diagnostics: readonly Diagnostic[], version: string): object {
  const { means, way_out: wayOut } = DIAGNOSTIC_HELP[code];
  const isError = diagnostics.some((one) => one.code === code && one.severity === "error");
  return {
    id: code,
    shortDescription: { text: titleOf(code) },
    fullDescription: { text: withoutLinks(means) },
    help: {
      text: withoutLinks(`${means}\n\nWhat to do: ${wayOut}`),
      markdown: withWebLinks(`${means}\n\n**What to do.** ${wayOut}`, version),
    },
    helpUri: docsAddress(version, `troubleshooting.md#${code}`),
    defaultConfiguration: { level: isError ? "error" : "warning" },
  };
}

function location({ range, address }: Diagnostic, file: string): object {
  const { start, end } = range ?? {};
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(range?.filename ?? file), uriBaseId: SRCROOT },
      region: {
        startLine: start?.line ?? 1,
        startColumn: start?.column,
        endLine: end?.line,
        endColumn: end?.column,
      },
    },
    ...(address !== undefined && { logicalLocations: [{ fullyQualifiedName: address, kind: "resource" }] }),
  };
}

/** A file of any name as a relative reference (RFC 3986). */
const uriOf = (filename: string): string => visible(filename).split("/").map(encodeURIComponent).join("/");

/**
 * A name for each finding that depends neither on its line nor on our words, so that what was dismissed stays so: its code
 * with its address or the text of its place, and a number where several share them.
 */
function fingerprintsOf(diagnostics: readonly Diagnostic[]): string[] {
  const seen = new Map<string, number>();
  return diagnostics.map(({ code, address, snippet, summary }) => {
    const text = JSON.stringify([code, address ?? snippet?.code ?? summary]);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return `${createHash("sha256").update(text).digest("hex").slice(0, 16)}:${nth}`;
  });
}

/** Message text of SARIF, where brackets make links. */
function escapeSarif(text: string): string {
  return visible(text).replace(/[[\]\\]/g, "\\$&");
}
