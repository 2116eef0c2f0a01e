import type { Plan } from "../model/plan/plan.js";
import { visibleName } from "../util/escape.js";
import { askLine, type Terminal, type TypedLine } from "./ask-line.js";

/** The terminal to ask on, and what is asked. */
interface AskApprovalOptions extends Terminal {
  /** The plan with every line of it, to print after the answer `details`. */
  readonly planText: string;
  /** Workspaces that would be archived and whose names must be typed. */
  readonly archiveNames: readonly string[];
}

/** The decision at the terminal; `archives` are the workspaces whose names were typed. */
export interface Approval {
  readonly approved: boolean;
  readonly archives: readonly string[];
  /** Ctrl-C instead of an answer. */
  readonly interrupted?: boolean;
}

/**
 * Asks whether to apply. Only `yes` is a yes, and only with the exact name of each workspace to be archived; anything
 * else, Ctrl-C and the end of input are a no.
 */
export async function askApproval(plan: Plan, options: AskApprovalOptions): Promise<Approval> {
  const { planText, archiveNames, ...terminal } = options;
  const { stdout } = terminal;
  stdout.write(question(plan));
  let typed = await askLine(terminal, "  Enter a value: ");
  while (typed.line === "details") {
    stdout.write(`\n${planText}${question(plan)}`);
    typed = await askLine(terminal, "  Enter a value: ");
  }
  if (typed.line !== "yes") return refusal(typed);
  for (const name of archiveNames) {
    stdout.write(archiveQuestion(name));
    const given = await askLine(terminal, "  Enter its name: ");
    if (given.line !== name.trim() && given.line !== visibleName(name)) return refusal(given);
  }
  return { approved: true, archives: archiveNames };
}

const refusal = ({ interrupted }: TypedLine): Approval => ({
  approved: false,
  archives: [],
  ...(interrupted && { interrupted }),
});

/** The question below a plan, whose last line says what it would do. */
function question({ organization: { name, id } }: Plan): string {
  return `
Apply this to ${visibleName(name)} (${visibleName(id)})?
  Only "yes" is accepted. "details" shows every line of the plan.

`;
}

function archiveQuestion(name: string): string {
  return `
Archive the workspace ${visibleName(name)}?
  Its members are moved to another workspace at once, and nothing here can bring it back.

`;
}
