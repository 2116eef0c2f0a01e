import { createInterface } from "node:readline";
import type { Plan } from "../model/plan/plan.js";
import { summaryLine } from "../report/view/plan-notes.js";
import { wrap } from "../report/words/layout.js";
import { visibleName } from "../util/escape.js";
import { knownColumns, type TerminalInput, type TerminalOutput } from "./terminal.js";

/** The terminal to ask on, and what is asked. */
export interface AskApprovalOptions {
  readonly stdin: TerminalInput;
  readonly stdout: TerminalOutput;
  /** The plan with every line of it, to print after the answer `details`. */
  readonly planText: string;
  /** Workspaces that would be archived and whose names must be typed. */
  readonly archiveNames: readonly string[];
  /** Ends the question with a no. */
  readonly signal?: AbortSignal;
}

/** The decision at the terminal; `archives` are the workspaces whose names were typed. */
export interface Approval {
  readonly approved: boolean;
  readonly archives: readonly string[];
  /** Ctrl-C instead of an answer. */
  readonly interrupted?: boolean;
}

const REFUSED: Approval = { approved: false, archives: [] };

/**
 * Asks whether to apply. Only `yes` is a yes, and only with the exact name of each workspace to be archived; anything
 * else, Ctrl-C and the end of input are a no.
 */
export async function askApproval(plan: Plan, options: AskApprovalOptions): Promise<Approval> {
  const { stdin, stdout, planText, archiveNames, signal } = options;
  const terminal = createInterface({
    input: stdin,
    output: stdout,
    historySize: 0,
    terminal: stdin.isTTY === true,
    ...(signal === undefined ? {} : { signal }),
  });
  // An iterator keeps lines that are typed ahead; a question would lose them.
  const lines = terminal[Symbol.asyncIterator]();
  let interrupted = false;
  terminal.on("SIGINT", () => {
    interrupted = true;
    terminal.close();
  });
  const answer = async (prompt: string): Promise<string | undefined> => {
    terminal.setPrompt(prompt);
    terminal.prompt();
    const line = await lines.next();
    if (line.done === true) stdout.write("\n");
    return line.done === true ? undefined : line.value.trim();
  };
  try {
    stdout.write(question(plan, knownColumns(stdout)));
    let typed = await answer("  Enter a value: ");
    while (typed === "details") {
      stdout.write(`\n${planText}${question(plan, knownColumns(stdout))}`);
      typed = await answer("  Enter a value: ");
    }
    if (typed !== "yes") return interrupted ? { ...REFUSED, interrupted } : REFUSED;
    for (const name of archiveNames) {
      stdout.write(archiveQuestion(name));
      const given = await answer("  Enter its name: ");
      if (given !== name.trim() && given !== visibleName(name))
        return interrupted ? { ...REFUSED, interrupted } : REFUSED;
    }
    return { approved: true, archives: archiveNames };
  } finally {
    terminal.close();
  }
}

function question(plan: Plan, width: number): string {
  const { name, id } = plan.organization;
  return `
Apply this to ${visibleName(name)} (${visibleName(id)})?
${wrap(summaryLine(plan), width, "  ").join("\n")}
  Only "yes" is accepted. "details" shows every line of the plan.

`;
}

function archiveQuestion(name: string): string {
  return `
Archive the workspace ${visibleName(name)}?
  Its members are moved to another workspace at once, and nothing here can bring it back.

`;
}
