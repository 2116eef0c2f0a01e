import { askForFile } from "../config/text/near-file.js";
import { askFor, quote, quoteAll } from "../config/text/wording.js";
import { canonicalEmail } from "../model/email.js";
import type { Outcome } from "../model/plan/plan.js";
import { nameText } from "../report/words/labels.js";
import { groupBy, sortedBy } from "../util/collections.js";
import { count } from "../util/english.js";
import { shellWord } from "../util/escape.js";
import { type CommandError, usageError } from "./context/command-error.js";
import type { CommandContext } from "./context/context.js";
import type { CommonOptions } from "./context/options.js";
import { noteFiles } from "./documents/note-files.js";
import { exists } from "./documents/paths.js";
import { writeOutput } from "./documents/write-output.js";
import { openSandbox } from "./session/open-sandbox.js";

type SandboxAcceptOptions = CommonOptions & {
  /** With `all`, the first argument is the file. */
  readonly address: string;
  readonly file?: string;
  readonly all?: true;
};

/**
 * The command `orgform sandbox accept`: accepts the invites of a person, or of everybody, in the organization of a
 * sandbox's file.
 */
export async function sandboxAccept(
  context: CommandContext,
  { address, file, all, out }: SandboxAcceptOptions,
): Promise<Outcome> {
  const path = all ? address : file;
  if (path === undefined || (all && file !== undefined)) throw wrongArguments(all === true);
  if (path.includes("@") && !address.includes("@"))
    throw usageError(
      "The address comes before the file",
      `Write \`orgform sandbox accept ${shellWord(path)} ${shellWord(address)}\`.`,
    );
  await noteFiles(context, { read: [path] });
  if (!(await exists(path)))
    throw usageError(
      `There is no file ${quote(path)}`,
      `${askForFile(path)}Name the file that you gave to --sandbox in an earlier command.`,
    );
  const sandbox = await openSandbox({ file: path });
  try {
    const email = all ? undefined : canonicalEmail(address);
    const invited = sandbox.state().workspaces.flatMap(({ invites = [] }) => invites.map((one) => one.email));
    if (email !== undefined && !invited.some((one) => canonicalEmail(one) === email))
      throw notInvited(address, [...new Set(invited)]);
    const joined = sortedBy(await sandbox.acceptInvites(email), ({ workspace }) => workspace);
    const lines =
      email === undefined
        ? [...groupBy(joined, ({ workspace }) => workspace)].map(
            ([workspace, those]) =>
              `${count(those.length, "person", "people")} accepted the invite to ${nameText(workspace)}.\n`,
          )
        : joined.map(
            ({ workspace, role }) =>
              `${nameText(email)} accepted the invite and is in ${nameText(workspace)} now, with the role ${role}.\n`,
          );
    await writeOutput(context, out, lines.join("") || "Nobody is invited.\n");
    return "ok";
  } finally {
    await sandbox.close();
  }
}

function wrongArguments(all: boolean): CommandError {
  return usageError(
    all
      ? "--all accepts the invites of everybody, and takes no address"
      : "`sandbox accept` takes an address and the file of a sandbox",
    "Write `orgform sandbox accept ADDRESS org.json` for one person, or `orgform sandbox accept --all org.json` for everybody.",
  );
}

function notInvited(address: string, invited: readonly string[]): CommandError {
  const known = invited.length === 0 ? "Nobody is invited." : `Invited: ${quoteAll(invited)}.`;
  return usageError(`${quote(address)} is not invited in this sandbox`, askFor(address, invited) + known);
}
