import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { isAbsolute, posix, relative } from "node:path";

/**
 * The runner's side of the conversation: log, annotations, summary and outputs.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function openRunner(env, stdout, directory) {
  const command = (name, properties, message) => {
    const given = Object.entries(properties).filter(([, value]) => value !== undefined);
    const list = given.map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(",");
    stdout.write(`::${name}${list && ` ${list}`}::${escapeData(message)}\n`);
  };
  const inRepository = (filename) =>
    isAbsolute(filename)
      ? relative(env.GITHUB_WORKSPACE ?? ".", filename)
      : posix.normalize(posix.join(directory, filename));

  return {
    error: (message) => command("error", { title: "orgform" }, message),
    warning: (message) => command("warning", { title: "orgform" }, message),
    notice: (message) => command("notice", { title: "orgform" }, message),

    /** A diagnostic where it belongs: at its line of the file. */
    annotate({ severity, summary, detail, code, range }) {
      const place = range && {
        file: inRepository(range.filename),
        line: range.start.line,
        col: range.start.column,
        endLine: range.end.line,
        endColumn: range.end.column,
      };
      command(severity, { ...place, title: `${summary} [${code}]` }, detail || summary);
    },

    /** Somebody else's output, among which the runner must not look for commands. Returns what ends it. */
    quote() {
      const end = randomUUID();
      stdout.write(`::stop-commands::${end}\n`);
      return { write: (text) => stdout.write(text), end: () => stdout.write(`\n::${end}::\n`) };
    },

    summary: (markdown) => appendFileSync(env.GITHUB_STEP_SUMMARY, `${markdown}\n`),

    /** Outputs are single words and paths: nothing of the plan's text goes there. */
    output: (name, value) =>
      appendFileSync(env.GITHUB_OUTPUT, `${name}=${String(value).replace(/[\r\n]/g, " ")}\n`),
  };
}

const escapeData = (text) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
