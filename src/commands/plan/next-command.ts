import { shellWord } from "../../plan/guards/allowance.js";
import { visible } from "../../util/escape.js";
import type { SharedOptions } from "../context/options.js";

type PlanningOption = "base" | "workspace" | "accessReads";

/** The commands that orgform names as the next one, with the options of other commands that their parser refuses. */
const REFUSED = {
  apply: [],
  plan: [],
  who: ["base", "workspace", "accessReads"],
} as const satisfies Readonly<Record<string, readonly PlanningOption[]>>;

type NextCommand = keyof typeof REFUSED;

/**
 * A command to run next, ready to be copied, with the options that name the file, the service and the part, as far as the
 * command takes them. A region is not among them: it is for commands that need no file, and `init` writes it into the
 * file.
 */
export function nextCommand(
  [command, ...words]: readonly [NextCommand, ...string[]],
  options: SharedOptions,
): string {
  const refused: readonly PlanningOption[] = REFUSED[command];
  const { file, var: variables, baseUrl, tokenFile, sandbox, ...rest } = options;
  const part: SharedOptions = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !refused.some((one) => one === name)),
  );
  const many = (flag: string, values: readonly string[] = []) => values.flatMap((value) => [flag, value]);
  const one = (flag: string, value: string | undefined) => (value === undefined ? [] : [flag, value]);
  const all = [
    ...["orgform", command, ...words],
    ...many("--file", file),
    ...one("--base", part.base),
    ...many("--var", variables),
    ...many("--workspace", part.workspace),
    ...one("--access-reads", part.accessReads),
    ...one("--base-url", baseUrl),
    ...one("--token-file", tokenFile),
    ...(sandbox === true ? ["--sandbox"] : one("--sandbox", sandbox)),
  ];
  return visible(all.map(shellWord).join(" "));
}
