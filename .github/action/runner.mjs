import { randomUUID } from "node:crypto";
import { isAbsolute, posix, relative } from "node:path";
import * as core from "@actions/core";

const TITLE = { title: "orgform" };
const ANNOTATE = { error: core.error, warning: core.warning };

/** The runner's side of the conversation: log, annotations, summary, outputs and path. */
export function openRunner(env, directory) {
  const inRepository = (filename) =>
    isAbsolute(filename)
      ? relative(env.GITHUB_WORKSPACE ?? ".", filename)
      : posix.normalize(posix.join(directory, filename));

  return {
    error: (message) => core.error(message, TITLE),
    warning: (message) => core.warning(message, TITLE),
    notice: (message) => core.notice(message, TITLE),

    /** A diagnostic where it belongs: at its line of the file. */
    annotate({ severity, summary, detail, code, range }) {
      const place = range && {
        file: inRepository(range.filename),
        startLine: range.start.line,
        startColumn: range.start.column,
        endLine: range.end.line,
        endColumn: range.end.column,
      };
      ANNOTATE[severity](detail || summary, { ...place, title: `${summary} [${code}]` });
    },

    /** Has the runner hide a secret in everything that is printed, also where it came from no secret of GitHub's. */
    hide(secret) {
      if (secret) core.setSecret(secret);
    },

    /** Somebody else's output, among which the runner must not look for commands. Returns what ends it. */
    quote() {
      const end = randomUUID();
      process.stdout.write(`::stop-commands::${end}\n`);
      return {
        write: (text) => process.stdout.write(text),
        end: () => process.stdout.write(`\n::${end}::\n`),
      };
    },

    summary: (markdown) => core.summary.addRaw(markdown, true).write(),

    /** Outputs are single words and paths: nothing of the plan's text goes there. */
    output: (name, value) => core.setOutput(name, String(value).replace(/[\r\n]/g, " ")),

    addPath: core.addPath,
  };
}
