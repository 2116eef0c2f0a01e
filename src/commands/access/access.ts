import { accessRowsOf, isOpenRow } from "../../access/values/resolution.js";
import { attributeAddress } from "../../model/address.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import type { Outcome } from "../../model/plan/plan.js";
import { canonicalEmail } from "../../model/state/email.js";
import type { WorkspaceAccess } from "../../plan/people/access-states.js";
import { hasEntry } from "../../plan/people/who.js";
import { accessMatrix } from "../../render/access/access-matrix.js";
import type { ListFormat } from "../../render/access/people-list.js";
import { nameText } from "../../render/labels.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { writeOutput } from "../documents/write-output.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { assertKnown } from "../session/named.js";
import type { QuestionOptions } from "../session/options.js";
import { loadDesiredOrSnapshots } from "../snapshot/load-desired-or-snapshots.js";
import { sayAsOf } from "../snapshot/say-as-of.js";
import { answerable, originOf, readAccess, workspacesAsked } from "./read-access.js";

/** Options of `access`. */
export interface AccessOptions extends QuestionOptions<ListFormat> {
  readonly open?: boolean;
  readonly planned?: boolean;
  readonly attribute?: readonly string[];
  readonly value?: readonly string[];
  readonly group?: readonly string[];
  readonly member?: readonly string[];
}

/** `orgform access`: who ends up with which value, of everybody in the workspaces of the file. */
export async function access(context: CommandContext, options: AccessOptions): Promise<Outcome> {
  const file = await loadDesiredOrSnapshots(
    context,
    options,
    options.live === undefined ? [] : [options.live],
  );
  const asked = workspacesAsked(file.desired, options);
  return await withConnection(context, options, file.desired, async ({ client, asOf }) => {
    const { plan, perWorkspace } = await readAccess(context, options, file, client, asked);
    const isChosen = chooser(perWorkspace, options);
    const answered = answerable(context, perWorkspace, options);
    const rows = answered
      .flatMap((access) => rowsOf(access, options.planned === true).filter((row) => isChosen(row, access)))
      .filter((row) => options.open !== true || isOpenRow(row));
    reportPlanErrors(context, options, plan, options.planned === true);
    if (options.open && rows.length === 0 && answered.length > 0)
      context.stderr.write(
        isNarrowed(options)
          ? "Nobody is open among those that you asked for.\n"
          : "Nobody is open: everybody has a value for every attribute that hides rows.\n",
      );
    if (!options.planned) sayInvited(context, answered, options);
    const { format = "text" } = options;
    // A list has no place for it.
    if (format === "csv" || format === "json") sayAsOf(context, asOf);
    await writeOutput(context, options.output, accessMatrix(rows, format, originOf(context, plan, asOf)));
    return "ok";
  });
}

/** Says of people that were asked for why they have no rows. */
function sayInvited(
  { stderr }: CommandContext,
  answered: readonly WorkspaceAccess[],
  { member = [] }: AccessOptions,
): void {
  const present = new Set(answered.flatMap(({ nameIndex }) => nameIndex.members));
  for (const email of member.map(canonicalEmail))
    if (!present.has(email))
      stderr.write(
        `${nameText(email)} is invited and not a member yet: --planned shows what they will have.\n`,
      );
}

/** Returns true if the filters may leave somebody out who is open. */
const isNarrowed = ({ workspace, attribute, value, group, member }: AccessOptions): boolean =>
  [workspace, attribute, value, group, member].some((filter) => filter !== undefined);

/** Says which rows the filters leave: rows that fit one of each filter that is given. An unknown name ends the command. */
function chooser(
  perWorkspace: readonly WorkspaceAccess[],
  { planned, attribute, value, group, member }: AccessOptions,
): (row: AccessRow, access: WorkspaceAccess) => boolean {
  const members = member?.map(canonicalEmail);
  const known = (of: (access: WorkspaceAccess) => readonly string[]) => [
    ...new Set(perWorkspace.flatMap(of)),
  ];
  assertKnown(
    known(({ nameIndex }) => nameIndex.attributes),
    attribute,
    "attribute",
  );
  assertKnown(
    known(({ nameIndex }) => nameIndex.groups),
    group,
    "group",
  );
  assertKnown(
    known(({ arriving }) => arriving.nameIndex.members),
    members,
    "member",
  );
  return (row, { arriving, live }) => {
    const inGroups = (): readonly string[] => {
      const m = arriving.nameIndex.members.indexOf(row.member);
      const groups = (planned ? arriving.state : live).groupsOf[m] ?? [];
      return groups.map((g) => arriving.nameIndex.groups[g] ?? "");
    };
    return (
      (attribute?.includes(row.attribute) ?? true) &&
      (members?.includes(row.member) ?? true) &&
      (value?.some((entry) => hasEntry(effectiveOf(row), entry)) ?? true) &&
      (group === undefined || inGroups().some((name) => group.includes(name)))
    );
  };
}

const effectiveOf = ({ value, source }: AccessRow) =>
  value === null || source === null ? undefined : { value, source };

/** Attributes that do not exist (yet, or any more) have no column; people who arrive have planned rows. */
function rowsOf(
  { nameIndex, live, arriving, created, deleted }: WorkspaceAccess,
  isPlanned: boolean,
): readonly AccessRow[] {
  const missing = isPlanned ? deleted : created;
  const attributes = nameIndex.attributes.filter(
    (name) => !missing.has(attributeAddress(nameIndex.workspace, name)),
  );
  if (!isPlanned) return accessRowsOf(nameIndex, live, attributes);
  const newcomers = new Set(arriving.newcomers.map(({ email }) => email));
  return accessRowsOf(arriving.nameIndex, arriving.state, attributes).map((row) =>
    newcomers.has(row.member) ? { ...row, arriving: true } : row,
  );
}
