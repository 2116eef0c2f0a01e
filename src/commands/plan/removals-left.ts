import type { Diagnostic } from "../../model/diagnostic.js";
import type { Plan } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { addressText } from "../../render/labels.js";
import { count } from "../../util/count.js";
import { nameList } from "../../util/name-list.js";
import { commitOfBase } from "../session/base.js";
import type { CommandContext } from "../session/context.js";
import { nextCommand, type SharedOptions } from "./next-command.js";

const MOST = 50;

/**
 * Removals that only the base knew and that a run did not get to. A later base does not have them either, so that no
 * later run would do them: this is the moment to say so, with the command that still does.
 */
export async function removalsLeft(
  context: CommandContext,
  options: SharedOptions,
  plan: Plan,
  receipt: Receipt,
): Promise<readonly Diagnostic[]> {
  const done = new Set(
    receipt.changes.flatMap(({ address, outcome }) => (outcome === "done" ? [address] : [])),
  );
  const left = plan.resource_changes
    .filter(({ since_base, address }) => since_base === true && !done.has(address))
    .map(({ address }) => addressText(address));
  if (left.length === 0 || options.base === undefined) return [];
  const these = count(
    left.length,
    "removal that only the base knows was",
    "removals that only the base knows were",
  );
  return [
    {
      severity: "warning",
      code: "removal-left",
      summary: `${these} not done`,
      detail: `${nameList(left, MOST)}. With a later base nothing is known of that any more. Run again with the same one: ${await commandAgain(context, options, options.base)}`,
    },
  ];
}

/** The same apply once more; a name such as HEAD~1 soon means another commit. */
async function commandAgain(context: CommandContext, options: SharedOptions, base: string): Promise<string> {
  const commit = (await commitOfBase(context, base)) ?? base;
  return nextCommand(["apply"], { ...options, base: commit });
}
