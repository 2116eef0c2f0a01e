import { type CommandError, usageError } from "../../commands/context/command-error.js";
import { suggest } from "../../config/text/wording.js";
import { visible } from "../../util/escape.js";

/** The settings of orgform in the environment, and what each means. An empty one says yes or no where it is a switch. */
export const SETTINGS = {
  ORGFORM_TOKEN: "the personal access token; `--token-file` wins over it",
  ORGFORM_BASE_URL: "the address of the service; `--base-url` wins over it, and it wins over the file",
  ORGFORM_FILE: "the file or folder to read; `--file` wins over it",
  ORGFORM_SANDBOX:
    "use a sandbox instead of the service: `1` or `true` for a new one, or its file, which has a slash or ends in .json; `0`, `false` and nothing mean no. `--sandbox`, `--live` and `--base-url` win over it",
  "ORGFORM_VAR_<name>":
    "the value of a variable that the file declares, in any letter case; `--var` wins over it",
  ORGFORM_CLIENT_SECRET: "the client secret for `sign-in verify`",
} as const satisfies Readonly<Record<string, string>>;

/** Settings that may be empty: a switch that is off, and secrets, without which nothing is sent. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  "ORGFORM_SANDBOX",
  "ORGFORM_TOKEN",
  "ORGFORM_CLIENT_SECRET",
]);

/**
 * Ends the run for a setting that is there and says nothing, or that is ours but for letter case: a pipeline hands on an
 * undefined variable as an empty text, and a protection must not be off because of it. Returns what to say of names that
 * are nearly ours.
 */
export function checkEnvironment(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = Object.keys(env).filter((name) => /^orgform_/i.test(name));
  return names.flatMap((name) => {
    const upper = name.toUpperCase();
    // Where letter case means nothing, the system finds a setting under any of its names.
    const isOtherwise = env[upper] === undefined && name !== upper;
    if (/^orgform_var_/i.test(name)) {
      if (!name.startsWith("ORGFORM_VAR_")) throw otherLetters(name, `ORGFORM_VAR_${name.slice(12)}`);
      return [];
    }
    if (upper in SETTINGS && isOtherwise) throw otherLetters(name, upper);
    if (env[name] === "" && name in SETTINGS && !MAY_BE_EMPTY.has(name)) throw isEmpty(name);
    if (upper in SETTINGS) return [];
    const near = suggest(name, Object.keys(SETTINGS));
    return near === undefined ? [] : [`orgform does not read ${visible(name)}. Did you mean ${near}?`];
  });
}

const isEmpty = (name: string): CommandError =>
  usageError(
    `${name} is set and empty`,
    "It may be an undefined variable of the pipeline. Give it its value, or unset it.",
  );

const otherLetters = (name: string, right: string): CommandError =>
  usageError(`${visible(name)} is a setting in other letters`, `Write ${visible(right)}.`);
