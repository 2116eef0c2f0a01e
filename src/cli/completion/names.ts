import type { CommandContext } from "../../commands/context/context.js";
import { pathsOf } from "../../commands/context/default-file.js";
import { variablesOf } from "../../commands/session/load-desired.js";
import { loadConfig } from "../../config/load-config.js";
import { memberAddress, workspaceAddress } from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import { type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { visible } from "../../util/escape.js";
import type { NameSource } from "../options/option-table.js";

/**
 * Prints names of the file for a shell to offer, one a line. Its arguments are the kind of names and the words of the line
 * so far, of which `-f` counts. It is silent on every error, and leaves out names that a terminal cannot show as they are.
 */
export async function printNames(
  context: CommandContext,
  [kind = "", ...words]: readonly string[],
): Promise<void> {
  try {
    const file = words.flatMap((word, i) => (/^(-f|--file)$/.test(word) ? [words[i + 1] ?? ""] : []));
    const { ORGFORM_FILE: usual = "" } = context.env;
    const named = file.length === 0 && usual !== "" ? [usual] : file;
    const options = named.length === 0 ? {} : { file: named };
    const { desired } = await loadConfig(pathsOf(options), variablesOf(context, options));
    const present = presentIn(desired?.workspaces);
    const names = new Set(isSource(kind) ? present.flatMap(NAMES[kind]) : []);
    for (const name of names) if (visible(name) === name) context.stdout.write(`${name}\n`);
  } catch {
    // A file that cannot be read has no names to offer.
  }
}

const isSource = (kind: string): kind is NameSource => Object.hasOwn(NAMES, kind);

const peopleOf = (workspace: PresentWorkspace): readonly string[] => {
  const { of } = contentsOf(workspace);
  return [...of("invite"), ...of("group_membership")].map(({ name }) => name);
};

const NAMES: Readonly<Record<NameSource, (workspace: PresentWorkspace) => readonly string[]>> = {
  workspaces: ({ name }) => [name],
  people: peopleOf,
  addresses: (workspace) => [
    workspaceAddress(workspace.name),
    ...[...contentsOf(workspace).entries("attribute"), ...contentsOf(workspace).entries("group")].map(
      ({ address }) => address,
    ),
    ...peopleOf(workspace).map((email) => memberAddress(workspace.name, email)),
  ],
};
