import { dirname, relative, sep } from "node:path";
import { createLocator } from "../../config/parse/location.js";
import { loadList, loadLists } from "../../config/people/list/load-list.js";
import { proposeFor } from "../../config/people/propose.js";
import { printConfig } from "../../config/print/print-config.js";
import { toDiagnostics } from "../../config/validate/to-diagnostics.js";
import type { Outcome } from "../../model/plan/plan.js";
import { DEFAULT_LIMITS, type DesiredState } from "../../model/state/desired-state.js";
import { count } from "../../util/count.js";
import { visible } from "../../util/escape.js";
import { exists } from "../documents/exists.js";
import { askYes } from "../documents/read-stdin.js";
import { writeOutput } from "../documents/write-output.js";
import { nextCommand } from "../plan/next-command.js";
import { CommandError, fail } from "../session/command-error.js";
import { withConnection } from "../session/connect.js";
import { type CommandContext, isInteractive } from "../session/context.js";
import { defaultFile } from "../session/default-file.js";
import type { CommonOptions, ServiceOptions } from "../session/options.js";
import { exportOrganization } from "./export-organization.js";
import { parseExport } from "./parse-export.js";
import { schemaFor } from "./schema-line.js";
import { serviceToWrite } from "./service-to-write.js";
import { STARTER } from "./starter.js";

/** Options of `init`. */
export type InitOptions = ServiceOptions &
  CommonOptions & {
    readonly empty?: boolean;
    readonly force?: boolean;
    /** A list of people to start from. */
    readonly people?: string;
  };

/** `orgform init`: writes a first file, of everything that exists or only of which organization it is. */
export async function init(context: CommandContext, options: InitOptions): Promise<Outcome> {
  const output = options.output ?? defaultFile();
  await mayWrite(context, options, output);
  const start = startOf(options, output);
  const service = serviceToWrite(options);
  return await withConnection(context, options, { service }, async (connection) => {
    const { client } = connection;
    const desired =
      start !== undefined
        ? emptyFor((await client.getMe({ signal: context.stop })).data.organization, service)
        : await exportOrganization(context, client, { service });
    const isEmpty = desired.workspaces.length === 0;
    const text = printConfig(desired, { schema: schemaFor(output) }) + (start ?? (isEmpty ? STARTER : ""));
    parseExport(context, options, [{ filename: output, text }], loadLists());
    await writeOutput(context, output, text);
    if (output !== "-") context.stderr.write(writtenText(options, output, desired));
    return "ok";
  });
}

/** The comments below an empty file: the format, or a proposal for a list of people. */
function startOf({ people, empty }: InitOptions, output: string): string | undefined {
  if (people === undefined) return empty ? STARTER : undefined;
  const folder = output === "-" ? "." : dirname(output);
  const proposed = proposeFor(people, relative(folder, people).split(sep).join("/"), loadList);
  if (typeof proposed === "string") return proposed;
  throw new CommandError("error", toDiagnostics([proposed], createLocator()));
}

/** Says what was written, and what to run next. */
function writtenText(options: InitOptions, output: string, { workspaces }: DesiredState): string {
  const same = { ...options, ...(output === defaultFile() ? {} : { file: [output] }) };
  const held =
    workspaces.length === 0
      ? "no workspace yet, and a commented start"
      : count(workspaces.length, "workspace");
  const hasAttributes = workspaces.some(
    (one) => one.state === "present" && (one.attributes ?? []).length > 0,
  );
  return [
    `Wrote ${visible(output)}: ${held}. Run \`${nextCommand(["plan"], same)}\` to compare it with the live organization.`,
    ...(hasAttributes
      ? [
          `Run \`${nextCommand(["access", "--open"], same)}\` to see who has no value, and so sees everything.`,
        ]
      : []),
    "",
  ].join("\n");
}

async function mayWrite(context: CommandContext, { force }: InitOptions, output: string): Promise<void> {
  if (output === "-" || force || !(await exists(output))) return;
  if (isInteractive(context) && (await askYes(context, `${output} exists. Overwrite it?`))) return;
  throw fail(
    "refused",
    "output",
    `${output} exists already`,
    "Nothing was read or written. Overwrite it with --force, or write another file with --output.",
  );
}

function emptyFor(
  organization: DesiredState["organization"],
  service: DesiredState["service"],
): DesiredState {
  return { organization, service, workspaces: [], protect: [], limits: DEFAULT_LIMITS, expect: [] };
}
