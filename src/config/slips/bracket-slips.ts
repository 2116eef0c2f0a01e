import { CST } from "yaml";
import type { FileDiagnostic } from "../text/file-diagnostic.js";
import { lineAt, type Mishap, slip } from "./lines.js";

/** A reference to a variable within `{}` or `[]`, where YAML takes its braces for its own. */
export function unquotedVariable({ source, problem }: Mishap): FileDiagnostic | undefined {
  const [at] = problem.pos;
  const start = source.text.lastIndexOf("${", at);
  const between = source.text.slice(start, at);
  if (start === -1 || between.length > 2 || between.includes("\n")) return undefined;
  const [reference = "${"] = /^\$\{[^}\n]*\}?/.exec(source.text.slice(start)) ?? [];
  const detail = `Inside { } and [ ], YAML takes its braces for a mapping. Write it in quotes: "\${var.name}".`;
  return slip(source, [start, start + reference.length], `${reference} is without quotes here`, detail);
}

/** The finding about `{{name}}`, the syntax of variables in other tools. */
export function foreignVariable({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (problem.code !== "NON_STRING_KEY") return undefined;
  const at = source.text.lastIndexOf("{{", problem.pos[0]);
  const [reference, name] = /^\{\{\s*([\w.]{1,80})\s*\}\}/.exec(at < 0 ? "" : source.text.slice(at)) ?? [];
  if (reference === undefined || problem.pos[0] > at + 1) return undefined;
  const detail = `A reference to a variable is written "\${var.${name?.split(".").at(-1)}}", in quotes inside { } and [ ].`;
  return slip(source, [at, at + reference.length], `${reference} is not a reference to a variable`, detail);
}

/** The innermost bracket that nothing closes: the library complains where it gave up, often lines below. */
export function unclosedBracket({ source, tokens, problem }: Mishap): FileDiagnostic | undefined {
  if (
    !/^Flow (map|sequence) in block collection|must end with a [\]}]|^Block collections are not allowed/.test(
      problem.message,
    )
  )
    return undefined;
  let open: CST.SourceToken | undefined;
  for (const token of tokens) {
    if (token.type !== "document") continue;
    CST.visit(token, ({ key, value }) => {
      for (const part of [key, value])
        if (part?.type === "flow-collection" && !isClosed(part) && part.offset <= problem.pos[1])
          open = part.start;
    });
  }
  if (open === undefined) return undefined;
  const { offset, source: bracket } = open;
  const { number, start, text } = lineAt(source.text, offset);
  const closing = bracket === "{" ? "}" : "]";
  const comment = / #.*[\]}]/.test(text.slice(offset - start))
    ? " What follows # in that line is a comment: text with a # in it needs quotes."
    : "";
  const summary = `The ${bracket} of line ${number} is never closed`;
  return slip(source, [offset, offset + 1], summary, `Write the ${closing} that belongs to it.${comment}`);
}

function isClosed({ start, end }: CST.FlowCollection): boolean {
  const closing = start.source === "{" ? "flow-map-end" : "flow-seq-end";
  return end.some(({ type }) => type === closing);
}

/** A bracket too many. */
export function closesNothing({ source, problem }: Mishap): FileDiagnostic | undefined {
  const bracket = source.text[problem.pos[0]];
  if (problem.code !== "UNEXPECTED_TOKEN" || (bracket !== "]" && bracket !== "}")) return undefined;
  const { number } = lineAt(source.text, problem.pos[0]);
  const summary = `The ${bracket} of line ${number} closes nothing`;
  const detail = `Take it out, or write the ${bracket === "}" ? "{" : "["} that belongs to it.`;
  return slip(source, [problem.pos[0], problem.pos[0] + 1], summary, detail);
}
