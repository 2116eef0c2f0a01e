import { Composer, type Document, isMap, isScalar, Lexer, type Node, Parser, type YAMLMap } from "yaml";
import { controlOffset, escapingTags } from "../print/escaped-text.js";
import { error, type FileDiagnostic } from "../validate/file-diagnostic.js";
import { MAX_FILE_BYTES, type Source } from "./source.js";
import { explainSlip } from "./syntax-slips.js";

/** A file whose text is well-formed YAML with one mapping at the top. */
export interface ParsedFile {
  readonly source: Source;
  readonly root: YAMLMap;
  /** The whole of it, with comments. */
  readonly document: Document;
}

/** Collections inside collections; people write fewer than ten. */
const MAX_NESTING = 64;
/** Pieces of syntax: {@link MAX_FILE_BYTES} of ordinary text hold fewer, and each costs up to half a kilobyte. */
const MAX_LEXEMES = 2_500_000;
const MAX_SYNTAX_ERRORS = 20;
const MAX_FOREIGN_DOCUMENTS = 1_000;
const MIB = MAX_FILE_BYTES / 1024 / 1024;

type Token = ReturnType<Parser["next"]> extends Generator<infer T, void> ? T : never;

/**
 * Parses one file in bounded time and memory, whatever it holds. All plain scalars stay text: their types are
 * decided where they are read, so that no text is lost and the library has nothing to try them against.
 */
export function parseSource(source: Source): ParsedFile | readonly FileDiagnostic[] {
  const whole = { span: { source, start: 0, end: 0 } };
  const document = parseDocument(source);
  if (!("contents" in document)) return document;
  if (!isMap(document.contents)) {
    const detail = "At the top of a file stand keys such as `version`, `organization` and `workspaces`.";
    return [error("wrong-type", "The file is not a mapping", detail, whole)];
  }
  const foreign = writtenByUs(document.contents, source);
  return foreign === undefined ? { source, root: document.contents, document } : [foreign];
}

/** Parses the one document of a file of ours, whatever stands at its top, in bounded time and memory. */
export function parseDocument(source: Source): Document.Parsed | readonly FileDiagnostic[] {
  const whole = { span: { source, start: 0, end: 0 } };
  if (Buffer.byteLength(source.text) > MAX_FILE_BYTES) return [tooLarge(source)];
  const tokens = tokenize(source, 1);
  if (!Array.isArray(tokens)) return [tokens];
  const [document] = compose(tokens, source.text.length);
  const problems = document ? [...document.errors, ...document.warnings] : [];
  if (problems.length > 0) {
    // The others follow from the first.
    const slip = problems[0] && explainSlip({ source, tokens, problem: problems[0] });
    if (slip !== undefined) return [slip];
    return problems.slice(0, MAX_SYNTAX_ERRORS).map(({ code, message, pos: [start, end] }) => {
      const span = { source, start, end };
      return error("yaml-syntax", oneLine(message), adviceFor(code), { span });
    });
  }
  if (document === undefined || isEmpty(document.contents)) {
    const detail =
      "An empty file could mean that nothing is managed or that something went wrong while writing it. Write at least `version: 1`, or leave the file out.";
    return [error("file-empty", "The file is empty", detail, whole)];
  }
  return document;
}

/** JSON is YAML, so a plan or a receipt in the place of the file would be dozens of unknown keys. */
function writtenByUs(root: YAMLMap, source: Source): FileDiagnostic | undefined {
  if (!root.has("plan_digest")) return undefined;
  const isPlan = root.has("resource_changes");
  const what = isPlan ? "a plan" : "a receipt";
  const use = isPlan
    ? "`orgform apply PLAN.json` carries it out"
    : "`orgform undo RECEIPT.json` takes it back";
  const detail = `${use}; -f names the YAML file that says what there should be.`;
  return error("usage", `This is ${what} that orgform wrote, and no file of workspaces`, detail, {
    span: { source, start: 0, end: 0 },
  });
}

/**
 * Parses a file that is not ours and may hold several documents, within the same bounds. Only what makes YAML
 * unreadable is an error; the first one comes back, since nobody mends such a file by our list.
 */
export function parseForeignSource(source: Source): readonly Document[] | FileDiagnostic {
  if (Buffer.byteLength(source.text) > MAX_FILE_BYTES) return tooLarge(source);
  const tokens = tokenize(source, MAX_FOREIGN_DOCUMENTS);
  if (!Array.isArray(tokens)) return tokens;
  const documents = compose(tokens, source.text.length);
  for (const { errors } of documents) {
    const [first] = errors;
    if (first === undefined) continue;
    const span = { source, start: first.pos[0], end: first.pos[1] };
    return error("yaml-syntax", oneLine(first.message), adviceFor(first.code), { span });
  }
  return documents;
}

/** Says that a file is beyond {@link MAX_FILE_BYTES}; its text need not have been read. */
export function tooLarge(source: Source, summary = `The file is larger than ${MIB} MiB`): FileDiagnostic {
  const detail = `orgform reads files of up to ${MIB} MiB. Several files can be given: put each workspace into its own.`;
  return error("file-too-large", summary, detail, { span: { source, start: 0, end: 0 } });
}

/** The library's own loop, cut short where the text would cost too much. */
function tokenize(source: Source, mostDocuments: number): Token[] | FileDiagnostic {
  const parser = new Parser();
  const tokens: Token[] = [];
  let lexemes = 0;
  let documents = 0;
  let errors = 0;
  const at = (start: number) => ({ span: { source, start, end: start + 1 } });
  const control = controlOffset(source.text);
  if (control >= 0) {
    const detail = "Only tabs and line breaks are allowed. In double quotes, an escape can stand for it.";
    return error("yaml-syntax", "A control character stands here", detail, at(control));
  }
  const take = (token: Token): boolean => {
    tokens.push(token);
    if (token.type === "document") documents += 1;
    if (token.type === "error") errors += 1;
    return documents <= mostDocuments;
  };
  const second = (): FileDiagnostic =>
    error(
      "yaml-syntax",
      mostDocuments === 1 ? "A second document starts here" : "The file holds too many documents",
      "A file holds one document. Put the second one into its own file; several files can be given.",
      at(tokens[tokens.length - 1]?.offset ?? 0),
    );
  for (const lexeme of new Lexer().lex(source.text)) {
    lexemes += 1;
    if (lexemes > MAX_LEXEMES) return tooLarge(source, "The file holds more than 2,500,000 pieces of YAML");
    for (const token of parser.next(lexeme)) if (!take(token)) return second();
    // What comes after so many errors is not worth the time.
    if (errors > MAX_SYNTAX_ERRORS) return tokens;
    if (parser.stack.length > MAX_NESTING) {
      const detail = `orgform reads up to ${MAX_NESTING} levels; nothing in its format needs more than ten.`;
      return error("nesting-limit", "The file is nested too deeply", detail, at(parser.offset));
    }
  }
  for (const token of parser.end()) if (!take(token)) return second();
  return tokens;
}

function compose(tokens: readonly Token[], end: number): readonly Document.Parsed[] {
  // A hostile file can hold millions of errors, and each would carry a stack that nobody reads.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const composer = new Composer({
      schema: "failsafe",
      customTags: escapingTags,
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: false,
      prettyErrors: false,
    });
    return [...composer.compose(tokens, true, end)];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function isEmpty(contents: Node | null): boolean {
  return contents === null || (isScalar(contents) && contents.source === "" && contents.type === "PLAIN");
}

function oneLine(message: string): string {
  return message.split("\n", 1)[0]?.replace(/[.:]$/, "") ?? message;
}

function adviceFor(code: string): string {
  switch (code) {
    case "TAB_AS_INDENT":
      return "YAML is indented with spaces only.";
    case "TAG_RESOLVE_FAILED":
      return "Tags have no meaning here. Write the value without one.";
    case "NON_STRING_KEY":
      return "A key is a name: plain or quoted text.";
    default:
      return "The file could not be read as YAML, so nothing else in it was checked. What follows in the file may be sound.";
  }
}
