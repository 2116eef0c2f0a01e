import type { Outcome } from "../../model/plan/plan.js";
import { GUARD_HELP } from "../../plan/guards/allowance.js";
import { wrap } from "../../report/words/layout.js";
import { SETTINGS } from "../options/environment.js";
import { EXIT_CODES } from "../options/exit-code.js";
import { TUNING_OPTIONS } from "../options/option-table.js";

/** The meaning of an outcome to the author of a pipeline. */
const OUTCOME_MEANINGS: Readonly<Record<Outcome, string>> = {
  ok: "the command succeeded; also a plan with changes",
  error: "an invalid file, no access, a failed request, or a defect",
  differences:
    "there are differences (`plan --detailed-exitcode`, `drift`), or a check found something (`sign-in check`, `acceptance`)",
  refused:
    "a guard, a check or an expectation refused, nobody approved, or the token or a file is of another organization; nothing was written",
  stale: "the approval no longer matches the plan; nothing was written",
  partial:
    "an apply stopped part-way, or its output was lost after it had written; its receipt gives the outcome of each change",
  interrupted:
    "Ctrl-C, SIGTERM (143) or a terminal that closed (129) ended the run; requests that were already sent have finished",
};

/** Every environment variable that orgform reads, in the order of help. */
const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ...Object.entries(SETTINGS),
  ["NO_COLOR", "any value: no colour"],
  [
    "FORCE_COLOR, CLICOLOR_FORCE",
    "any value except 0 and false: colour, even if the output is not a terminal",
  ],
  ["TERM", "`dumb`: no colour, no redrawn lines"],
  ["CI", "any value except 0 and false: no questions, no redrawn lines"],
  ["HTTPS_PROXY, NO_PROXY", "the proxy for requests, and the hosts that need none"],
  ["NODE_EXTRA_CA_CERTS", "a file with the certificates of a private authority"],
  ["NODE_DISABLE_COMPILE_CACHE", "1: do not keep compiled code beside the program"],
];

/** The facts that the text of a topic depends on. */
interface TopicContext {
  /** The names of all commands. */
  readonly commands: readonly string[];
  /** The longest line. */
  readonly columns: number;
}

/** Topics of `orgform help` that are no commands: what help lists, and the text. */
export const TOPICS: Readonly<
  Record<string, { readonly summary: string; readonly text: (context: TopicContext) => string }>
> = {
  environment: {
    summary: "the environment variables that orgform reads",
    text: ({ columns }) => `Environment variables:\n${list(ENVIRONMENT, columns)}`,
  },
  tuning: {
    summary: "options for those who operate pipelines",
    text: ({ columns }) =>
      `Options for those who operate pipelines, of the commands that read the service:\n${list(
        TUNING_OPTIONS.map(({ flags, description }) => [flags, description]),
        columns,
      )}`,
  },
  "exit-codes": {
    summary: "what each exit code means",
    text: ({ columns }) =>
      `Exit codes:\n${list(
        (Object.keys(EXIT_CODES) as Outcome[]).map((outcome) => [
          `${EXIT_CODES[outcome]}`,
          `${outcome}: ${OUTCOME_MEANINGS[outcome]}`,
        ]),
        columns,
      )}`,
  },
  guards: {
    summary: "what each guard refuses",
    text: ({ columns }) =>
      `Guards, which refuse a plan before the first write. \`orgform help GUARD\` says\nwhat allows it:\n${list(
        Object.entries(GUARD_HELP).map(([name, { refuses }]) => [name, refuses]),
        columns,
      )}`,
  },
  topics: { summary: "everything that help explains", text: topicsText },
};

/** The names that `orgform help` takes, by kind; of the codes, which are a hundred, where they are found. */
function topicsText({ commands, columns }: TopicContext): string {
  const names = (title: string, all: readonly string[]): string =>
    `${title}:\n${wrap(all.join(", "), columns, "  ").join("\n")}\n`;
  const topics = Object.entries(TOPICS).map(([name, { summary }]) => [name, summary] as const);
  const codes =
    "Diagnostic codes: the last line of every error and warning names its own, such as `orgform help unknown-key`.";
  return [
    names("Commands", commands),
    `Topics:\n${list(topics, columns)}`,
    names("Guards", Object.keys(GUARD_HELP)),
    `${wrap(codes, columns).join("\n")}\n`,
  ].join("\n");
}

/** The names with their meanings, in lines of at most so many columns. */
function list(rows: readonly (readonly [string, string])[], columns: number): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .flatMap(([name, text]) =>
      wrap(text, columns - width - 4).map((line, i) => `  ${(i === 0 ? name : "").padEnd(width)}  ${line}\n`),
    )
    .join("");
}
