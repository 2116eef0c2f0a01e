import {
  Composer,
  type CST,
  type Document,
  isMap,
  isScalar,
  Lexer,
  type Node,
  Parser,
  type YAMLError,
  type YAMLMap,
} from "yaml";
import { slip } from "../slips/lines.js";
import { soundSlips } from "../slips/sound-slips.js";
import { explainSlip } from "../slips/syntax-slips.js";
import { BOUNDS, type Bounds } from "../text/bounds.js";
import { controlOffset, escapingTags } from "../text/escaped-text.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { MAX_FILE_BYTES, type Source } from "../text/source.js";

/** A file whose text is well-formed YAML with one mapping at the top. */
export interface ParsedFile {
  readonly source: Source;
  readonly root: YAMLMap;
  /** The complete document, with comments. */
  readonly document: Document;
}

/** Collections inside collections; people write fewer than ten. */
const MAX_NESTING = 64;
/** Brackets in more brackets than any file of ours has count as several lexemes: they take as much memory. */
const DEEP = 6;
const MAX_SYNTAX_ERRORS = 20;
const MAX_FOREIGN_DOCUMENTS = 1_000;
const MIB = MAX_FILE_BYTES / 1024 / 1024;

/**
 * Parses one file of any content in bounded time and memory. All plain scalars stay text: their types are
 * decided where they are read, so that no text is lost and the library has nothing to try them against.
 */
export function parseSource(source: Source, bounds = BOUNDS): ParsedFile | readonly FileDiagnostic[] {
  const document = parseDocument(source, bounds);
  if (!("contents" in document)) return document;
  if (!isMap(document.contents)) {
    const detail = "A file has keys such as `version`, `organization` and `workspaces` at its top.";
    const where = { span: { source, start: 0, end: 0 } };
    return [fileFinding("wrong-type", "The file is not a mapping", detail, where)];
  }
  const foreign = writtenByUs(document.contents, source);
  if (foreign !== undefined) return [foreign];
  const slips = soundSlips(document.contents, source);
  return slips.length === 0 ? { source, root: document.contents, document } : slips;
}

/** Parses a file with one document of any type in bounded time and memory. */
function parseDocument(source: Source, { lexemes } = BOUNDS): Document.Parsed | readonly FileDiagnostic[] {
  const read = readDocuments(source, { documents: 1, lexemes, stringKeys: true });
  if ("code" in read) return [read];
  const [document] = read.documents;
  const problems = document ? [...document.errors, ...document.warnings] : [];
  // The others follow from the first, and the library does not give them in the order of the text.
  const [problem] = problems.sort((a, b) => a.pos[0] - b.pos[0]);
  if (problem !== undefined)
    return [explainSlip({ source, tokens: read.tokens, problem }) ?? syntaxError(source, problem)];
  if (document === undefined || isEmpty(document.contents)) {
    const detail =
      "An empty file could mean that nothing is managed or that something went wrong while writing it. Write at least `version: 1`, or leave the file out.";
    return [fileFinding("file-empty", "The file is empty", detail, { span: { source, start: 0, end: 0 } })];
  }
  return document;
}

/** JSON is YAML, so a plan or a receipt in the place of the file would be dozens of unknown keys. */
function writtenByUs(root: YAMLMap, source: Source): FileDiagnostic | undefined {
  if (!root.has("plan_digest")) return undefined;
  const [what, use] = root.has("resource_changes")
    ? ["a plan", "`orgform apply PLAN.json` carries it out"]
    : ["a receipt", "`orgform show RECEIPT` prints it"];
  const detail = `${use}; -f names the YAML file that says what there should be.`;
  const where = { span: { source, start: 0, end: 0 } };
  return fileFinding(
    "usage",
    `This is ${what} that orgform wrote, and not a file of workspaces`,
    detail,
    where,
  );
}

/**
 * Parses a file of another program, which may hold several documents, within the same bounds. Only errors that make YAML
 * unreadable count, and only the first one is returned: our list would not help to mend such a file. Its keys can be
 * anything.
 */
export function parseForeignSource(source: Source): readonly Document[] | FileDiagnostic {
  const read = readDocuments(source, {
    documents: MAX_FOREIGN_DOCUMENTS,
    lexemes: BOUNDS.lexemes,
    stringKeys: false,
  });
  if ("code" in read) return read;
  const [first] = read.documents.flatMap(({ errors }) => errors);
  return first === undefined ? read.documents : syntaxError(source, first);
}

/** The bounds on the content of a file. */
interface Most extends Pick<Bounds, "lexemes"> {
  readonly documents: number;
}

function readDocuments(
  source: Source,
  most: Most & { readonly stringKeys: boolean },
):
  | { readonly tokens: readonly CST.Token[]; readonly documents: readonly Document.Parsed[] }
  | FileDiagnostic {
  if (Buffer.byteLength(source.text) > MAX_FILE_BYTES) return tooLarge(source);
  const tokens = tokenize(source, most);
  return "code" in tokens
    ? tokens
    : { tokens, documents: compose(tokens, source.text.length, most.stringKeys) };
}

/** The error for a file beyond {@link MAX_FILE_BYTES}; its text need not have been read. */
export function tooLarge(source: Source, summary = `The file is larger than ${MIB} MiB`): FileDiagnostic {
  const detail = `orgform reads files of up to ${MIB} MiB. Several files can be given: put each workspace into its own.`;
  return fileFinding("file-too-large", summary, detail, { span: { source, start: 0, end: 0 } });
}

/** The library's own loop, cut short where the text would cost too much. */
function tokenize(source: Source, most: Most): readonly CST.Token[] | FileDiagnostic {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let depth = 0;
  let documents = 0;
  let errors = 0;
  const at = (start: number) => ({ span: { source, start, end: start + 1 } });
  const control = controlOffset(source.text);
  if (control >= 0) {
    const detail = "Only tabs and line breaks are allowed. In double quotes, you can write it as an escape.";
    return fileFinding("yaml-syntax", "There is a control character here", detail, at(control));
  }
  const take = (token: CST.Token): boolean => {
    tokens.push(token);
    if (token.type === "document") documents += 1;
    if (token.type === "error") errors += 1;
    return documents <= most.documents;
  };
  const second = (): FileDiagnostic =>
    fileFinding(
      "yaml-syntax",
      most.documents === 1 ? "A second document starts here" : "The file holds too many documents",
      "A file holds one document. Put the second one into its own file; several files can be given.",
      at(tokens[tokens.length - 1]?.offset ?? 0),
    );
  for (const lexeme of new Lexer().lex(source.text)) {
    if (lexeme === "[" || lexeme === "{") depth += 1;
    if (lexeme === "]" || lexeme === "}") depth -= 1;
    lexemes += depth > DEEP && /^[[{]$/.test(lexeme) ? 5 : 1;
    if (lexemes > most.lexemes)
      return tooLarge(
        source,
        `The file holds more than ${most.lexemes.toLocaleString("en-US")} pieces of YAML`,
      );
    for (const token of parser.next(lexeme)) if (!take(token)) return second();
    // After so many errors the rest is not worth the time.
    if (errors > MAX_SYNTAX_ERRORS) return tokens;
    if (parser.stack.length > MAX_NESTING) {
      const detail = `orgform reads up to ${MAX_NESTING} levels; nothing in its format needs more than ten.`;
      return fileFinding("file-too-large", "The file is nested too deeply", detail, at(parser.offset));
    }
  }
  for (const token of parser.end()) if (!take(token)) return second();
  return tokens;
}

function compose(tokens: readonly CST.Token[], end: number, stringKeys: boolean): readonly Document.Parsed[] {
  // A hostile file can hold millions of errors, and each would carry a stack that nobody reads.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const composer = new Composer({
      schema: "failsafe",
      customTags: escapingTags,
      resolveKnownTags: false,
      stringKeys,
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

function syntaxError(source: Source, { code, message, pos }: YAMLError): FileDiagnostic {
  const summary = message.split("\n", 1)[0]?.replace(/[.:]$/, "") ?? message;
  const detail =
    ADVICE.get(code) ??
    "The file could not be read as YAML, so nothing else in it was checked. The rest of the file may be correct.";
  return slip(source, pos, summary, detail);
}

const ADVICE: ReadonlyMap<string, string> = new Map([
  ["TAG_RESOLVE_FAILED", "Tags have no meaning here. Write the value without one."],
  ["NON_STRING_KEY", "A key is a name: plain or quoted text."],
]);
