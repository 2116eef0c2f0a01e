import { quote, quoteAll, suggest } from "../config/text/wording.js";
import { canonicalEmail } from "../model/email.js";
import type { Outcome } from "../model/plan/plan.js";
import { nameText } from "../report/words/labels.js";
import { sortedBy } from "../util/order.js";
import { usageError } from "./context/command-error.js";
import type { CommandContext } from "./context/context.js";
import type { CommonOptions } from "./context/options.js";
import { exists } from "./documents/paths.js";
import { writeOutput } from "./documents/write-output.js";
import { openSandbox } from "./session/open-sandbox.js";

type SandboxAcceptOptions = CommonOptions & {
  readonly address: string;
  readonly file: string;
};

/**
 * The command `orgform sandbox accept`: accepts a person's invites in the organization of a sandbox's file.
 */
export async function sandboxAccept(
  context: CommandContext,
  { address, file, out }: SandboxAcceptOptions,
): Promise<Outcome> {
  if (!(await exists(file)))
    throw usageError(
      `There is no file ${quote(file)}`,
      "Name the file that you gave to --sandbox in an earlier command.",
    );
  const sandbox = await openSandbox({ file });
  try {
    const email = canonicalEmail(address);
    const invited = sandbox
      .state()
      .workspaces.flatMap(({ name, invites = [] }) =>
        invites.map((invite) => ({ name, email: invite.email })),
      );
    const ownInvites = invited.filter((invite) => canonicalEmail(invite.email) === email);
    if (ownInvites.length === 0)
      throw notInvited(address, [...new Set(invited.map((invite) => invite.email))]);
    const joined = await sandbox.acceptInvites(email);
    const lines = sortedBy(joined, ({ workspace }) => workspace).map(({ workspace, role }) => {
      return `${nameText(email)} accepted the invite and is in ${nameText(workspace)} now, with the role ${role}.\n`;
    });
    await writeOutput(context, out, lines.join(""));
    return "ok";
  } finally {
    await sandbox.close();
  }
}

function notInvited(address: string, invited: readonly string[]) {
  const suggestion = suggest(address, invited);
  const guess = suggestion === undefined ? "" : `Did you mean ${quote(suggestion)}? `;
  const known = invited.length === 0 ? "Nobody is invited." : `Invited: ${quoteAll(invited)}.`;
  return usageError(`${quote(address)} is not invited in this sandbox`, guess + known);
}
