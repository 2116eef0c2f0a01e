import { dirname, relative, sep } from "node:path";
import { type ProposedFile, proposeFor } from "../../config/people/first-file/propose.js";
import { listReader, loadLists } from "../../config/people/list/load-list.js";
import { printConfig } from "../../config/print/print-config.js";
import { createLocator } from "../../config/text/location.js";
import { toDiagnostics } from "../../config/text/to-diagnostics.js";
import type { Outcome } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { ServiceTarget } from "../../model/state/desired-state.js";
import { nameText } from "../../report/words/labels.js";
import { count, nameList } from "../../util/english.js";
import { CommandError, fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { defaultFile } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { exists } from "../documents/paths.js";
import { writeOutput } from "../documents/write-output.js";
import { nextCommand } from "../plan/next-command.js";
import { inSession, type Session, WITHOUT_FILE } from "../session/session.js";
import { exportOrganization } from "./export-organization.js";
import { parseExport, schemaFor, serviceToWrite } from "./new-file.js";

type InitOptions = SharedOptions & {
  /** A list of people to start from. */
  readonly people?: string;
};

/** The command `orgform init`: writes a first file, of everything that exists or of the people of a list. */
export async function init(context: CommandContext, options: InitOptions): Promise<Outcome> {
  const output = options.out ?? defaultFile();
  await assertNew(output);
  const proposed = proposedBy(options, output);
  const service = serviceToWrite(options);
  return await inSession(context, options, { ...WITHOUT_FILE, place: { service } }, async (session) => {
    const start = await startOf(session, proposed, { service, schema: schemaFor(output) });
    const { text } = start;
    parseExport(context, options, [{ filename: output, text }], loadLists({ named: [folderOf(output)] }));
    await writeOutput(context, output, text, writtenText(options, output, start));
    return "ok";
  });
}

/** The beginning of a first file, and what it holds. */
interface Start {
  readonly text: string;
  /** Its contents in words. */
  readonly words: string;
  /** True if it may have members without a value. */
  readonly mayBeOpen: boolean;
}

/** The part of a first file about a list of people, where one is named. */
function proposedBy({ people }: InitOptions, output: string): ProposedFile | undefined {
  if (people === undefined) return undefined;
  const name = relative(folderOf(output), people).split(sep).join("/");
  const proposed = proposeFor(people, name, listReader({ named: [people] }));
  if ("textWith" in proposed) return proposed;
  throw new CommandError("error", toDiagnostics([proposed], createLocator()));
}

/**
 * What exists, in the conditions of a list where one explains it. Where nothing exists that a list could explain, it is a
 * new workspace for the people of the list; without a list a commented start.
 */
async function startOf(
  session: Session<InitOptions, undefined>,
  proposed: ProposedFile | undefined,
  { service, schema }: { readonly service: ServiceTarget; readonly schema: string },
): Promise<Start> {
  const desired = await exportOrganization(session, { service });
  const { workspaces } = desired;
  if (proposed === undefined && workspaces.length === 0) {
    const words = "no workspace yet, and a commented start";
    return { words, mayBeOpen: false, text: printConfig(desired, { schema }) + STARTER };
  }
  const staying = proposed === undefined ? [] : await readOwners(session);
  const listed = proposed?.matches(workspaces, staying);
  if (proposed !== undefined && listed?.size === 0) {
    const words = `the workspace ${proposed.workspace} for ${count(proposed.people, "person", "people")} of the list`;
    const text = printConfig({ ...desired, workspaces: [] }, { schema }) + proposed.textWith(staying);
    return { words, mayBeOpen: false, text };
  }
  const listText = proposed === undefined ? "" : `${proposed.listText}\n`;
  const people =
    proposed === undefined ? "" : ` and ${count(proposed.people, "person", "people")} of the list`;
  const untold = [...(listed ?? [])].flatMap(([name, one]) => (one === undefined ? nameText(name) : []));
  const byName =
    untold.length === 0
      ? ""
      : `. No column of the list tells who is in ${nameList(untold)}, so the file names the people there`;
  return {
    words: `${count(workspaces.length, "workspace")}${people}${byName}`,
    mayBeOpen: workspaces.some((workspace) => contentsOf(workspace).of("attribute").length > 0),
    text: printConfig(desired, { schema, listed }).replace(/^(?=workspaces:)/m, () => listText),
  };
}

/**
 * The addresses of the token's own user and of the organization admins, who are in every workspace, from the first
 * workspace that the token reaches. Where it reaches none, nobody's address is known.
 */
async function readOwners({ context, service }: Session<InitOptions, undefined>): Promise<readonly string[]> {
  const { client } = await service();
  const { stop: signal } = context;
  const { user_id, workspaces } = (await client.getMe({ signal })).data;
  const [first] = workspaces;
  const members =
    first === undefined ? [] : (await client.listMembers({ workspace_id: first.id, signal })).data;
  const owners = members.filter(({ id, role }) => id === user_id || role === "organization_admin");
  return owners.map(({ email }) => email).sort();
}

const folderOf = (output: string): string => (output === "-" ? "." : dirname(output));

/** The contents of the file that was written, and the next command. */
function writtenText(options: InitOptions, output: string, { words, mayBeOpen }: Start): string {
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

/** The end of a first file without workspaces: the main parts of the format, to be uncommented and changed. */
const STARTER = `
# orgform changes what the file lists, and leaves everything else alone. Uncomment and change:
#
# workspaces:
#   production:
#     attributes:
#       region: {data_type: string, label: Region, required: true, deny: no-access}
#     groups:
#       # The built-in group. A member without a value sees everything: give everybody one that allows nothing.
#       All Users:
#         values: {region: no-access}
#       Sales West:
#         values: {region: west}
#         members: [ada@northwind.example]
#       Executives:
#         values: {region: "west, east"}
#         members: []
#     # Highest first: a member of two groups gets the value of the upper one.
#     precedence_order: [Executives, Sales West]
#     members:
#       ada@northwind.example: {role: explore} # a person who is not a member yet gets an invite
#
# expect:
#   - {workspace: production, attribute: region, never: [west], except_groups: [Sales West, Executives]}
`;
