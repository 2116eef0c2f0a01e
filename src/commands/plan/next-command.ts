import { shellWord } from "../../plan/guards/allowance.js";
import { visible } from "../../util/escape.js";
import type { SharedOptions } from "../context/options.js";

/**
 * A command to run next, ready to be copied, with the options that name the file, the service and the part. A
 * region is not among them: it is for commands that need no file, and `init` writes it into the file.
 */
export function nextCommand(words: readonly string[], options: SharedOptions): string {
  const {
    file,
    base,
    since,
    joined,
    ended,
    var: variables,
    only,
    exclude,
    accessReads,
    baseUrl,
    tokenFile,
    sandbox,
  } = options;
  const many = (flag: string, values: readonly string[] = []) => values.flatMap((value) => [flag, value]);
  const one = (flag: string, value: string | undefined) => (value === undefined ? [] : [flag, value]);
  const all = [
    ...["orgform", ...words],
    ...many("--file", file),
    ...one("--base", base),
    ...(joined === true ? ["--joined"] : []),
    ...(ended === true ? ["--ended"] : []),
    ...one("--since", since),
    ...many("--var", variables),
    ...many("--only", only),
    ...many("--exclude", exclude),
    ...one("--access-reads", accessReads),
    ...one("--base-url", baseUrl),
    ...one("--token-file", tokenFile),
    ...(sandbox === true ? ["--sandbox"] : one("--sandbox", sandbox)),
  ];
  return visible(all.map(shellWord).join(" "));
}
