import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { ModelDescription } from "../../data-model/model-description.js";
import { assembleModel } from "../../data-model/read/assemble-model.js";
import { describeDocument, emptyPart, type ModelPart } from "../../data-model/read/describe-document.js";
import type { ModelFinding } from "../../data-model/read/nodes/finding.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { errorCode } from "../../util/error-code.js";
import { readBounded } from "../parse/read-bounded.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { otherForm } from "../text/file-form.js";
import { createLocator } from "../text/location.js";
import { askForFile } from "../text/near-file.js";
import type { Source } from "../text/source.js";
import { toDiagnostics } from "../text/to-diagnostics.js";
import { quote } from "../text/wording.js";
import { listModel, type ModelFiles } from "./list-model.js";
import { notRead, parseModelFile } from "./parse-model.js";

/** A data model with what could not be understood of it. */
export interface ReadModel extends ModelDescription {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a data model from its folder. A file that cannot be understood is a warning and makes the model incomplete; what
 * the query engine refuses is an error, and so is a folder that cannot be read, since an absent model would look like one
 * without grants.
 */
export async function readDataModel(folder: string): Promise<ReadModel> {
  const { files, findings, isComplete, isNamed } = await listed(folder);
  const read: ReadFile[] = [];
  // One after the other: a model is read once a run, and its files need not all be in memory.
  for (const file of files) read.push(await readModelFile(file, isNamed));
  const isRefused = findings.some(({ code }) => code === "model-refused");
  const { findings: modelFindings, ...model } = assembleModel(
    read.map(({ part }) => part),
    { isComplete: isComplete && unreadIn(read).length === 0, isRefused },
  );
  const isEmpty = model.complete && (model.models.length === 0 || model.views.length === 0);
  const names = files.map((file) => relative(folder, file));
  const source = isComplete && !isRefused && !isEmpty ? sourceOf([String(isNamed), ...names], read) : {};
  const sources = new Map<string, Source>();
  // Findings get their place by reading their files once more: there are few.
  for (const file of new Set(modelFindings.slice(0, MOST_PLACED).map((finding) => finding.file))) {
    const bytes = await readBounded(file);
    if (bytes !== undefined) sources.set(file, { filename: file, text: bytes.toString("utf8") });
  }
  const nothing = isEmpty ? [notRead(`${quote(folder)} has no model, or no view`, CORRECT)] : [];
  const all = [...findings, ...nothing, ...unreadIn(read), ...placed(modelFindings, sources)];
  const diagnostics = toDiagnostics([all], createLocator());
  return { ...model, ...source, complete: model.complete && !isEmpty, diagnostics };
}

const CORRECT = "Correct `model-paths` and `view-paths` in zenlytic_project.yml, or `data_model`.";

/** What a model was read from, where that is known of each file. */
function sourceOf(names: readonly string[], read: readonly ReadFile[]): Pick<ModelDescription, "source"> {
  const digests = read.map(({ digest }) => digest);
  if (digests.includes(undefined)) return {};
  return { source: sha256(JSON.stringify([names, digests])) };
}

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

const unreadIn = (read: readonly ReadFile[]): readonly FileDiagnostic[] =>
  read.flatMap(({ unread }) => unread ?? []);

/** The content of a file, or the reason why orgform does not read it. */
interface ReadFile {
  readonly part: ModelPart;
  readonly unread?: FileDiagnostic;
  /** The digest of its bytes, where they could be read. */
  readonly digest?: string;
}

async function listed(folder: string): Promise<ModelFiles> {
  try {
    const files = await listModel(folder);
    if (files.files.length > 0 || files.findings.length > 0) return files;
    const detail = "A data model's files end in .yml or .yaml. Correct `data_model`, or leave it out.";
    const empty = fileFinding("model-unreadable", `The folder ${quote(folder)} holds no YAML files`, detail);
    return { files: [], findings: [empty], isComplete: false, isNamed: false };
  } catch (cause) {
    const summary = `The data model's folder ${quote(folder)} cannot be read`;
    const detail = `${askForFile(folder)}${systemSays(cause)} \`data_model\` is relative to the file that names it: check the model out where orgform runs, or leave the key out.`;
    return {
      files: [],
      findings: [fileFinding("model-unreadable", summary, detail, { severity: "error" })],
      isComplete: false,
      isNamed: false,
    };
  }
}

async function readModelFile(filename: string, isNamed: boolean): Promise<ReadFile> {
  try {
    const bytes = await readBounded(filename);
    return bytes === undefined
      ? unread(filename, "It is too large.")
      : { ...contentOf(filename, bytes, isNamed), digest: sha256(bytes) };
  } catch (cause) {
    return unread(filename, systemSays(cause));
  }
}

function contentOf(filename: string, bytes: Buffer, isNamed: boolean): ReadFile {
  // A value or name in another encoding would become another one.
  const form = otherForm(bytes);
  if (form !== undefined)
    return unread(filename, `It is ${form.what}. ${form.advice}`, form.isAbsent ? "error" : "warning");
  if (!isUtf8(bytes)) return unread(filename, "It is not UTF-8.");
  const parsed = parseModelFile({ filename, text: bytes.toString("utf8") }, { isNamed });
  if (parsed === undefined) return { part: emptyPart() };
  if ("unread" in parsed) return { part: emptyPart(), unread: parsed.unread };
  if ("refused" in parsed) return { part: { ...emptyPart(), findings: [parsed.refused] } };
  return { part: describeDocument(parsed.document) };
}

function unread(filename: string, why: string, severity: Diagnostic["severity"] = "warning"): ReadFile {
  const summary = `${quote(filename)} of the data model cannot be read`;
  const detail = `${why} orgform does not know what it says about access: it reports nothing as unused, and answers that depend on it are unclear.`;
  return { part: emptyPart(), unread: fileFinding("model-unreadable", summary, detail, { severity }) };
}

/** The most findings that are shown with their places. */
const MOST_PLACED = 200;

function placed(
  findings: readonly ModelFinding[],
  sources: ReadonlyMap<string, Source>,
): readonly FileDiagnostic[] {
  return findings.map(({ severity, code, summary, detail, file, at }) => {
    const source = sources.get(file);
    const span = source && { source, ...("line" in at ? lineSpan(source.text, at.line) : at) };
    return { severity, code, summary, detail, span };
  });
}

function lineSpan(text: string, line: number): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let i = 1; i < line; i += 1) start = text.indexOf("\n", start) + 1;
  start += /^[ \t-]*/.exec(text.slice(start, start + 200))?.[0].length ?? 0;
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}

function systemSays(cause: unknown): string {
  return `The system says ${errorCode(cause) || String(cause)}.`;
}
