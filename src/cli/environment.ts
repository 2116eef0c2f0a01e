import type { CommandContext } from "../commands/context/context.js";
import type { CommandSpec } from "./options/command-spec.js";
import type { ParsedOptions } from "./options/option-types.js";

/**
 * The options with those that the environment gives where the command line does not: ORGFORM_FILE is `--file`,
 * ORGFORM_SANDBOX is `--sandbox`, with `1` for one without a file. Empty variables are as if they were not set.
 */
export function withEnvironment(
  { options }: CommandSpec,
  parsed: ParsedOptions,
  env: CommandContext["env"],
): ParsedOptions {
  const takes = (start: string): boolean => options.some(({ flags }) => flags.startsWith(start));
  const { ORGFORM_FILE: file = "", ORGFORM_SANDBOX: sandbox = "" } = env;
  // Somebody who names another place on the command line means that one.
  const isElsewhere = parsed.live !== undefined || parsed.baseUrl !== undefined;
  return {
    ...(file !== "" && takes("-f, --file") && { file: [file] }),
    ...(sandbox !== "" && takes("--sandbox") && !isElsewhere && { sandbox: sandbox === "1" || sandbox }),
    ...parsed,
  };
}
