import { shellWord, visible } from "../../util/escape.js";
import type { SharedOptions } from "../context/options.js";

/**
 * A command to run next, ready to be copied, with the options that name the file, the service and the part, as far as the
 * command takes them: `who` is not of a part. A region is not among them: it is for commands that need no file, and `init`
 * writes it into the file.
 */
export function nextCommand(
  [command, ...words]: readonly ["apply" | "plan" | "who", ...string[]],
  options: SharedOptions,
): string {
  const { file, var: variables, baseUrl, tokenFile, sandbox } = options;
  const { base, workspace, accessReads }: SharedOptions = command === "who" ? {} : options;
  const given = (flag: string, values: string | readonly string[] = []) =>
    [values].flat().flatMap((value) => [flag, value]);
  const all = [
    ...["orgform", command, ...words],
    ...given("--file", file),
    ...given("--base", base),
    ...given("--var", variables),
    ...given("--workspace", workspace),
    ...given("--access-reads", accessReads),
    ...given("--base-url", baseUrl),
    ...given("--token-file", tokenFile),
    ...(sandbox === true ? ["--sandbox"] : given("--sandbox", sandbox)),
  ];
  return visible(all.map(shellWord).join(" "));
}
