import type { Diagnostic } from "../../model/diagnostic.js";
import type { Plan } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { addressText } from "../../report/words/labels.js";
import { count, nameList } from "../../util/english.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { commitOfBase } from "../session/base-name.js";
import { nextCommand } from "./next-command.js";
import type { RunSession } from "./show-run.js";

const MOST = 50;

/**
 * Removals that only the base knew and that a run did not reach. A later base does not have them either, so that no later
 * run would do them: this run reports them, with the command that still does them.
 */
export async function removalsLeft(
  { context, options }: RunSession,
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
    "deletion was not done, and only this base requests it",
    "deletions were not done, and only this base requests them",
  );
  return [
    {
      severity: "warning",
      code: "removal-left",
      summary: these,
      detail: `${nameList(left, MOST)}. A later base does not list them, so no later run deletes them. Run again with the same base: ${await commandAgain(context, options, options.base)}`,
    },
  ];
}

/** The same apply again, by the base's commit: a name such as HEAD~1 soon means another one. */
async function commandAgain(context: CommandContext, options: SharedOptions, base: string): Promise<string> {
  const commit = (await commitOfBase(context, base)) ?? base;
  return nextCommand(["apply"], { ...options, base: commit });
}
