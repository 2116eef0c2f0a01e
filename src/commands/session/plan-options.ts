import { suggest } from "../../config/text/wording.js";
import { GUARD_TABLE, parseAllowance } from "../../plan/guards/allowance.js";
import type { PlanOptions } from "../../plan/input/inputs.js";
import { type CommandError, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { type SharedOptions, wholeNumber } from "../context/options.js";

/** The options of planning as a command line gives them; `archives` names workspaces that somebody allows to archive. */
export function planOptionsOf(
  context: CommandContext,
  options: SharedOptions,
  archives: readonly string[] = [],
): PlanOptions {
  const accessReads = wholeNumber("--access-reads", options.accessReads, 0);
  const allow = [...(options.allow ?? []), ...archives.map((name) => `archive=${name}`)];
  return {
    orgformVersion: context.version,
    today: context.now().toISOString().slice(0, 10),
    allow: allowed(allow),
    failOn: options.failOn,
    accessReads,
  };
}

/** The parsed values of `--allow`. A name that allows nothing ends the command: it would look as if it did. */
function allowed(texts: readonly string[]): NonNullable<PlanOptions["allow"]> {
  return texts.map((text) => {
    const allowance = parseAllowance(text);
    if (allowance === undefined) throw allowsNothing(text);
    return allowance;
  });
}

/** The error of an `--allow` that allows nothing. */
function allowsNothing(text: string): CommandError {
  const guard = /^[^=]+(?==)/.exec(text)?.[0] ?? text;
  const row = GUARD_TABLE.get(guard);
  const shows = "A refused plan shows the exact flag.";
  if (row === undefined) {
    const names = [...GUARD_TABLE].flatMap(([name, { takes }]) => (takes === "never" ? [] : [name]));
    const suggestion = suggest(guard, names) ?? names.find((name) => name.split(".").includes(guard));
    const guess = suggestion === undefined ? "" : `Did you mean ${suggestion}? `;
    const detail = `${guess}${shows} \`orgform help guards\` lists all guards.`;
    return usageError(`--allow ${text} names no guard`, detail);
  }
  const said: Readonly<Record<typeof row.takes, readonly [what: string, way: string]>> = {
    number: ["has no number", `Write it with the number to allow, such as --allow ${guard}=2. ${shows}`],
    name: ["has no name", `Write it with the name, as --allow ${guard}=NAME. ${shows}`],
    person: ["has no name", `Write it with the name, as --allow ${guard}=NAME. ${shows}`],
    nothing: ["has a value", `Write it without one: --allow ${guard}.`],
    never: ["names a guard that no option allows", `\`orgform help ${guard}\` says what to do instead.`],
  };
  const [what, way] = said[row.takes];
  return usageError(`--allow ${text} ${what}`, way);
}
