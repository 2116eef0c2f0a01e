import { parseModelFile } from "../../src/config/model-files/parse-model.js";
import type { ReadModel } from "../../src/config/model-files/read-model.js";
import type { FileDiagnostic } from "../../src/config/text/file-diagnostic.js";
import { createLocator } from "../../src/config/text/location.js";
import { toDiagnostics } from "../../src/config/text/to-diagnostics.js";
import type { PersonValues } from "../../src/data-model/answer/person-data.js";
import { assembleModel } from "../../src/data-model/read/assemble-model.js";
import { describeDocument, emptyPart } from "../../src/data-model/read/describe-document.js";
import type { ModelFinding } from "../../src/data-model/read/nodes/finding.js";
import type { EffectiveValue } from "../../src/model/plan/plan.js";
import type { Person } from "../../src/model/plan/view.js";

/** A data model from the texts of its files, all of which must be understood; three dashes part several files in a text. */
export function modelOf(...texts: readonly string[]): ReadModel {
  const model = readTexts(...texts.flatMap((text) => text.split("\n---\n")));
  if (model.diagnostics.length > 0) throw new Error(JSON.stringify(model.diagnostics));
  return model;
}

/** A data model from the texts of its files, whatever is to say about them. */
export function readTexts(...texts: readonly string[]): ReadModel {
  const sources = texts.map((text, i) => ({ filename: `${i}.yml`, text }));
  const parsed = sources.flatMap((source) => parseModelFile(source, { isNamed: false }) ?? []);
  const parts = parsed.map((one) =>
    "document" in one
      ? describeDocument(one.document)
      : { ...emptyPart(), findings: "refused" in one ? [one.refused] : [] },
  );
  const unread = parsed.flatMap((one) => ("unread" in one ? one.unread : []));
  const { findings, ...model } = assembleModel(parts, { isComplete: unread.length === 0, isRefused: false });
  const placed = findings.map(({ severity, code, summary, detail, file, at }): FileDiagnostic => {
    const source = sources.find(({ filename }) => filename === file);
    return { severity, code, summary, detail, span: source && { source, ...spanAt(source.text, at) } };
  });
  const diagnostics = toDiagnostics([unread, placed], createLocator());
  return { ...model, source: JSON.stringify(texts), diagnostics };
}

/** The part of a text at a place; of a line without the spaces and dashes before it. */
function spanAt(text: string, at: ModelFinding["at"]): { readonly start: number; readonly end: number } {
  if (!("line" in at)) return at;
  const lines = text.split("\n");
  const line = lines[at.line - 1] ?? "";
  const end = lines.slice(0, at.line).join("\n").length;
  return { start: end - line.replace(/^[ \t-]*/, "").length, end };
}

/** Somebody with these values; several texts are a tie. */
export function personWith(values: PersonValues): Person {
  const effectiveOf = (texts: readonly string[]): EffectiveValue =>
    texts.length === 1
      ? { value: texts[0] ?? "", source: { kind: "own" } }
      : {
          value: texts.join(" | "),
          source: { kind: "tie", groups: ["A", "B"], values: texts, precedence: 1 },
        };
  return {
    workspace: "prod",
    member: "ada@northwind.example",
    role: "view",
    limitedBy: "values",
    presence: "member",
    groups: [],
    values: Object.fromEntries(Object.entries(values).map(([name, texts]) => [name, effectiveOf(texts)])),
  };
}
