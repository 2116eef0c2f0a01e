import { dirname, relative, sep } from "node:path";
import type { ReadClient } from "../../api/operations.js";
import { listReader, loadLists } from "../../config/people/list/load-list.js";
import { proposeFor } from "../../config/people/propose.js";
import { printConfig } from "../../config/print/print-config.js";
import { createLocator } from "../../config/text/location.js";
import { toDiagnostics } from "../../config/text/to-diagnostics.js";
import type { Outcome } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import { DEFAULT_LIMITS, type DesiredState } from "../../model/state/desired-state.js";
import { count } from "../../util/english.js";
import { CommandError, fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { defaultFile } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { exists } from "../documents/paths.js";
import { writeOutput } from "../documents/write-output.js";
import { nextCommand } from "../plan/next-command.js";
import { inSession, WITHOUT_FILE } from "../session/session.js";
import { exportOrganization } from "./export-organization.js";
import { parseExport } from "./parse-export.js";
import { schemaFor } from "./schema-line.js";
import { serviceToWrite } from "./service-to-write.js";
import { STARTER } from "./starter.js";

export type InitOptions = SharedOptions & {
  /** A list of people to start from. */
  readonly people?: string;
};

/** The command `orgform init`: writes a first file, of everything that exists or of the people of a list. */
export async function init(context: CommandContext, options: InitOptions): Promise<Outcome> {
  const output = options.out ?? defaultFile();
  await assertNew(output);
  const start = startOf(options, output);
  const service = serviceToWrite(options);
  return await inSession(context, options, { ...WITHOUT_FILE, place: { service } }, async (session) => {
    const { client } = await session.service();
    const owners = start && (await readOwners(client, context.stop));
    const desired =
      owners !== undefined
        ? emptyFor(owners.organization, service)
        : await exportOrganization(session, { service });
    const isEmpty = desired.workspaces.length === 0;
    const more = start?.textWith(owners?.addresses ?? []) ?? (isEmpty ? STARTER : "");
    const text = printConfig(desired, { schema: schemaFor(output) }) + more;
    parseExport(context, options, [{ filename: output, text }], loadLists({ named: [folderOf(output)] }));
    await writeOutput(context, output, text, writtenText(options, output, start?.holds ?? heldBy(desired)));
    return "ok";
  });
}

/**
 * The beginning of a first file, in words and in YAML, with people who always stay, regardless of the list.
 */
interface Start {
  textWith(staying: readonly string[]): string;
  readonly holds: FileContents;
}

/** The contents of a file, in words; `people` is true if it may have members without a value. */
interface FileContents {
  readonly words: string;
  readonly mayBeOpen: boolean;
}

const NOTHING: FileContents = { words: "no workspace yet, and a commented start", mayBeOpen: false };

/** A workspace for the people of a list, in the place of what exists. */
function startOf({ people }: InitOptions, output: string): Start | undefined {
  if (people === undefined) return undefined;
  const name = relative(folderOf(output), people).split(sep).join("/");
  const proposed = proposeFor(people, name, listReader({ named: [people] }));
  if (!("textWith" in proposed)) throw new CommandError("error", toDiagnostics([proposed], createLocator()));
  const { textWith, workspace } = proposed;
  const words = `the workspace ${workspace} for ${count(proposed.people, "person", "people")} of the list`;
  return { textWith, holds: { words, mayBeOpen: false } };
}

/**
 * The organization, and the addresses of the token's own user and of the organization admins, who are in every workspace,
 * from the first workspace that the token reaches. Where it reaches none, nobody's address is known.
 */
async function readOwners(client: ReadClient, signal: AbortSignal) {
  const { organization, user_id, workspaces } = (await client.getMe({ signal })).data;
  const [first] = workspaces;
  const members =
    first === undefined ? [] : (await client.listMembers({ workspace_id: first.id, signal })).data;
  const owners = members.filter(({ id, role }) => id === user_id || role === "organization_admin");
  return { organization, addresses: owners.map(({ email }) => email).sort() };
}

const folderOf = (output: string): string => (output === "-" ? "." : dirname(output));

function heldBy({ workspaces }: DesiredState): FileContents {
  if (workspaces.length === 0) return NOTHING;
  const hasAttributes = workspaces.some((workspace) => contentsOf(workspace).of("attribute").length > 0);
  return { words: count(workspaces.length, "workspace"), mayBeOpen: hasAttributes };
}

/** The contents of the file that was written, and the next command. */
function writtenText(options: InitOptions, output: string, { words, mayBeOpen }: FileContents): string {
  const same = { ...options, ...(output === defaultFile() ? {} : { file: [output] }) };
  const open = `Run \`${nextCommand(["who", "--open"], same)}\` to see who has no value, and so sees everything.`;
  return [
    `: ${words}. Run \`${nextCommand(["plan"], same)}\` to compare it with the live organization.`,
    ...(mayBeOpen ? [open] : []),
  ].join("\n");
}

/** Ends the command where the file is there: what stands in it may be somebody's work. */
async function assertNew(output: string): Promise<void> {
  if (output === "-" || !(await exists(output))) return;
  throw fail(
    "error",
    "output",
    `${output} exists already`,
    "Write another file with --out, or move this one away.",
  );
}

function emptyFor(
  organization: DesiredState["organization"],
  service: DesiredState["service"],
): DesiredState {
  return { organization, service, workspaces: [], protect: [], limits: DEFAULT_LIMITS, expect: [] };
}
