import { ASSUMPTIONS } from "../acceptance/register.js";
import { type AcceptanceEvent, runAcceptance, WORKSPACE_PREFIX } from "../acceptance/run-acceptance.js";
import type { Client } from "../api/operations.js";
import { readVisibleWorkspaces } from "../live/visible-workspaces.js";
import { emailAdvice, isEmail } from "../model/email.js";
import type { AcceptanceRecord, CheckResult } from "../model/generated/documents.js";
import type { Me } from "../model/generated/service.js";
import type { Outcome } from "../model/plan/plan.js";
import { acceptanceText, checkLine } from "../report/text/acceptance-text.js";
import { jsonText } from "../report/words/json-text.js";
import { visible, visibleName } from "../util/escape.js";
import { fail, usageError } from "./context/command-error.js";
import { type CommandContext, isInteractive } from "./context/context.js";
import type { SharedOptions } from "./context/options.js";
import { noteFiles } from "./documents/note-files.js";
import { assertWritable, isFile, productStyle, writeOut, writeOutput } from "./documents/write-output.js";
import { inSession, WITHOUT_FILE } from "./session/session.js";

type AcceptanceOptions = SharedOptions<"text" | "json"> & {
  readonly organization?: string;
  readonly invite?: string;
  readonly autoApprove?: boolean;
};

/**
 * The command `orgform acceptance`: checks in a workspace of its own how the service behaves, and writes a
 * record of it.
 */
export async function acceptance(context: CommandContext, options: AcceptanceOptions): Promise<Outcome> {
  const { organization, invite } = options;
  if (organization === undefined)
    throw usageError(
      "--organization is missing",
      "The checks write into an organization: name it by its id with --organization. `orgform whoami` shows the id.",
    );
  if (invite !== undefined && !isEmail(invite))
    throw usageError(
      `--invite ${visible(invite)} is not an e-mail address`,
      emailAdvice(invite) || "It takes one address, which gets an invite.",
    );
  const path = options.out ?? "acceptance.json";
  await noteFiles(context, { written: [path] });
  if (isFile(path)) await assertWritable(path);
  // The archive at the end is a write, and an interrupt would stop the client from sending it.
  const connected = { ...context, stop: new AbortController().signal };
  const place = { service: {}, organization: { id: organization, name: "Sandbox" } };
  return await inSession(connected, options, { ...WITHOUT_FILE, place }, async (session) => {
    const { client, baseUrl } = await session.service();
    const { data: me } = await client.getMe({ signal: context.stop });
    assertOrganization(me, organization);
    await assertOrganizationAdmin(context, client, me);
    await assertApproved(context, options, me, baseUrl);
    return await checkAndRecord(context, { ...options, out: path }, client, me);
  });
}

/** @throws CommandError where the token belongs to another organization than the one that was named. */
function assertOrganization({ organization }: Me, named: string): void {
  if (organization.id === named) return;
  const detail = `The token belongs to ${visibleName(organization.name)} (${visible(organization.id)}).`;
  throw fail("refused", "wrong-organization", `This is not the organization ${visible(named)}`, detail);
}

/** Names the workspaces that interrupted runs left behind, and refuses a token that cannot create a workspace. */
async function assertOrganizationAdmin(context: CommandContext, client: Client, me: Me): Promise<void> {
  const { token_scope, workspaces } = await readVisibleWorkspaces(client, me, context.stop);
  if (token_scope !== "organization-admin")
    throw fail(
      "refused",
      "workspace-not-visible",
      "This token cannot create a workspace",
      "The checks work in a workspace of their own, so they need the token of an organization admin.",
    );
  const left = workspaces.filter(({ name }) => name.startsWith(WORKSPACE_PREFIX));
  if (left.length === 0) return;
  const names = left.map(({ id, name }) => `${visibleName(name)} (${visible(id)})`);
  const them = left.length === 1 ? "it" : "them";
  context.stderr.write(
    `Left by an earlier run that was killed: ${names.join(", ")}. Archive ${them} in the product; this run does not touch ${them}.\n`,
  );
}

/** Asks the person at the terminal; elsewhere the run has to be approved beforehand. */
async function assertApproved(
  context: CommandContext,
  { autoApprove, invite, format }: AcceptanceOptions,
  { organization }: Me,
  baseUrl: string,
): Promise<void> {
  if (autoApprove) return;
  const mail = invite === undefined ? "" : ` It sends one invite, to ${visible(invite)}.`;
  const question = `Run the checks against ${visible(baseUrl)}, in ${visibleName(organization.name)} (${visible(organization.id)})?\n  A workspace ${WORKSPACE_PREFIX}… is created, and archived at the end. No other workspace is written to.${mail}\n`;
  if (!isInteractive(context) || format === "json")
    throw fail(
      "refused",
      "usage",
      "Nobody approved the checks",
      "orgform asks on a terminal only, and not with --format json. Add --auto-approve.",
    );
  if (!(await askYes(context, question)))
    throw fail("refused", "usage", "Nobody approved the checks", "The answer was not yes.");
}

/** Runs the checks, shows each as it ends, writes the record and prints it. */
async function checkAndRecord(
  context: CommandContext,
  options: AcceptanceOptions & { readonly out: string },
  client: Client,
  me: Me,
): Promise<Outcome> {
  const { out, format } = options;
  const results: CheckResult[] = [];
  let isLeft = false;
  const suffix = crypto.randomUUID().slice(0, 8);
  for await (const event of runAcceptance({
    client,
    me,
    suffix,
    invite: options.invite,
    stop: context.stop,
  })) {
    if (event.type === "check") results.push(event.result);
    isLeft ||= event.type === "left";
    context.stderr.write(`${eventLine(event)}\n`);
  }
  const outcome = outcomeOf(results, context.stop.aborted, isLeft);
  const record: AcceptanceRecord = {
    format_version: "1.0",
    orgform_version: context.version,
    outcome,
    checked_on: context.now().toISOString().slice(0, 10),
    results,
  };
  if (isFile(out)) await writeOut(out, jsonText(record));
  const text =
    format === "json" || !isFile(out)
      ? jsonText(record)
      : acceptanceText(record, ASSUMPTIONS, productStyle(context, options));
  await writeOutput(context, undefined, text);
  if (isFile(out)) context.stderr.write(`Wrote ${visible(out)}: it holds no name, address or id.\n`);
  return outcome;
}

function outcomeOf(
  results: readonly CheckResult[],
  isInterrupted: boolean,
  isLeft: boolean,
): AcceptanceRecord["outcome"] {
  if (isInterrupted) return "interrupted";
  if (isLeft) return "error";
  return results.some(({ holds }) => holds === false) ? "differences" : "ok";
}

function eventLine(event: AcceptanceEvent): string {
  switch (event.type) {
    case "workspace":
      return `Created the workspace ${visibleName(event.name)} (${visible(event.id)}).`;
    case "check":
      return checkLine(event.number, event.of, event.result);
    case "archived":
      return `Archived the workspace ${visibleName(event.name)}.`;
    case "left": {
      const { name, id, reason } = event;
      const why = visible(reason).replace(/\.$/, "");
      if (id === undefined)
        return `The workspace ${visibleName(name)} may have been created, and was not archived: ${why}. If it is in the product, archive it there.`;
      return `The workspace ${visibleName(name)} (${visible(id)}) could not be archived: ${why}. Archive it in the product.`;
    }
  }
}

/** Returns true if the person at the terminal answers `yes`, and false for every other answer. */
async function askYes(context: CommandContext, question: string): Promise<boolean> {
  const { askLine } = await import("../tui/ask-line.js");
  const { stdin, stdout, stop: signal } = context;
  stdout.write(question);
  return (await askLine({ stdin, stdout, signal }, 'Only "yes" is accepted: ')).line === "yes";
}
