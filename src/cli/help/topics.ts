import type { Outcome } from "../../model/plan/plan.js";
import { EXIT_CODES } from "../exit-code.js";

/** The meaning of an outcome to the author of a pipeline. */
export const OUTCOME_MEANINGS: Readonly<Record<Outcome, string>> = {
  ok: "the command succeeded; also a plan with changes",
  error: "an invalid file, no access, a failed request, or a defect",
  differences: "differences were found (`plan --detailed-exitcode`, `drift`)",
  refused:
    "a guard, a check or an expectation refused, nobody approved, the token or a file is of another organization, or `init` would overwrite a file; nothing was written",
  stale: "the approval no longer matches the plan; nothing was written",
  partial:
    "an apply stopped part-way; the report and the receipt list the changes that were made and those that were not",
  interrupted: "interrupted; requests that were already sent have finished; 143 after SIGTERM",
};

/** Every environment variable that orgform reads, in the order of help. */
export const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ["ORGFORM_TOKEN", "the personal access token; `--token-file` wins over it"],
  ["ORGFORM_BASE_URL", "the address of the service; `--base-url` wins over it, and it wins over the file"],
  ["ORGFORM_VAR_<name>", "the value of a variable that the file declares; `--var` wins over it"],
  ["ORGFORM_CLIENT_SECRET", "the client secret for `sign-in verify`"],
  ["ORGFORM_PAGER, PAGER", "the program that shows long output on a terminal; empty or `cat`: no pager"],
  ["NO_COLOR", "any value: no colour"],
  ["FORCE_COLOR, CLICOLOR_FORCE", "any value except 0: colour, even if the output is not a terminal"],
  ["TERM", "`dumb`: no colour, no redrawn lines"],
  ["CI", "any value: no questions and no redrawn lines"],
  ["HTTPS_PROXY, NO_PROXY", "the proxy for requests, and the hosts that need none"],
  ["NODE_EXTRA_CA_CERTS", "a file with the certificates of a private authority"],
  ["NODE_DISABLE_COMPILE_CACHE", "1: do not keep compiled code beside the program"],
  ["SOURCE_DATE_EPOCH", "seconds since 1970, used instead of the clock, for reproducible reports"],
];

/** Topics of `orgform help` that are no commands: what help lists, and the text. */
export const TOPICS: Readonly<Record<string, { readonly summary: string; readonly text: () => string }>> = {
  environment: {
    summary: "the environment variables that orgform reads",
    text: () => `Environment variables:\n${list(ENVIRONMENT)}`,
  },
  "exit-codes": {
    summary: "what each exit code means",
    text: () =>
      `Exit codes:\n${list(
        (Object.keys(EXIT_CODES) as Outcome[]).map((outcome) => [
          `${EXIT_CODES[outcome]}`,
          `${outcome}: ${OUTCOME_MEANINGS[outcome]}`,
        ]),
      )}`,
  },
};

function list(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join("");
}
