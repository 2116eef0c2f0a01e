import type { DesiredState } from "../../model/state/desired-state.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { asOfNotes, type ProductOrigin, sandboxNotes } from "../../report/words/as-of.js";
import type { TerminalOutput } from "../../tui/terminal.js";
import { type CommandContext, sandboxOf } from "../context/context.js";

/** The origin of a product: the live organization now, or a snapshot of it. */
export function originOf(
  context: CommandContext,
  { organization }: Pick<DesiredState, "organization">,
  asOf: AsOf | undefined,
  readAt = context.now().toISOString(),
): ProductOrigin {
  return { organization, version: context.version, readAt, asOf, sandbox: sandboxOf(context) };
}

/** Writes the moment of a product to stderr, if its format has no place for it; nothing if the service was read. */
export function reportAsOf({ stderr }: CommandContext, asOf: AsOf | undefined): void {
  for (const note of asOfNotes(asOf)) stderr.write(`${note}\n`);
}

/** Ends what a run says with the sandbox that stood for the service, if one did. */
export function reportSandbox(context: CommandContext, screen: TerminalOutput): void {
  for (const note of sandboxNotes(sandboxOf(context))) screen.write(`${note}\n`);
}
