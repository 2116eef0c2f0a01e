import { type DataReader, dataReaderOf, valuesIn } from "../../access/data/people-data.js";
import { type PersonView, viewOf } from "../../access/data/person-view.js";
import { type AccessState, memberAttributeOf } from "../../access/values/access-state.js";
import { resolutionOf } from "../../access/values/resolution.js";
import { quote } from "../../config/validate/wording.js";
import type { DataExplanation, Explanation } from "../../model/plan/explanation.js";
import type { Outcome } from "../../model/plan/plan.js";
import { canonicalEmail } from "../../model/state/email.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import { accessOfWorkspaces, type WorkspaceAccess } from "../../plan/people/access-states.js";
import { personDataText } from "../../render/access/person-data-text.js";
import { asOfLines } from "../../render/as-of.js";
import { jsonText } from "../../render/json-text.js";
import { explainText } from "../../render/text/explain-text.js";
import { sortedBy } from "../../util/order.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { productLook, writeOutput } from "../documents/write-output.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { makePlan } from "../session/make-plan.js";
import { named, unknownName } from "../session/named.js";
import type { QuestionOptions } from "../session/options.js";
import { readModel } from "../session/read-model.js";
import { loadDesiredOrSnapshots } from "../snapshot/load-desired-or-snapshots.js";

/** Options of `explain`. */
export interface ExplainOptions extends QuestionOptions<"text" | "json"> {
  readonly member: string;
  readonly attribute?: string;
}

/** `orgform explain`: every source of somebody's values, the winner first, as it is and as planned. */
export async function explain(context: CommandContext, options: ExplainOptions): Promise<Outcome> {
  const file = await loadDesiredOrSnapshots(
    context,
    options,
    options.live === undefined ? [] : [options.live],
  );
  const email = canonicalEmail(options.member);
  return await withConnection(context, options, file.desired, async (connection) => {
    const { client, asOf } = connection;
    const also = (known: LiveState) => needsOf(email, known);
    const { plan, live } = await makePlan(context, options, file, client, { also });
    const perWorkspace = accessOfWorkspaces(file.desired, live, plan);
    const explanations = explainMember(perWorkspace, email, options);
    const model = options.attribute === undefined ? await readModel(file.desired) : undefined;
    const data = model && dataOfMember(perWorkspace, email, explanations, dataReaderOf(model));
    reportPlanErrors(context, options, plan);
    const look = productLook(context, options);
    const head = { format_version: "1.0", outcome: "ok", ...(asOf && { as_of: asOf }) };
    const text =
      options.format === "json"
        ? jsonText({ ...head, explanations, ...(data && { data }) })
        : [
            ...asOfLines(asOf),
            explainText(explanations, look),
            ...(data ? [personDataText(data, look)] : []),
          ].join("\n");
    await writeOutput(context, options.output, text);
    return "ok";
  });
}

/** All that decides one member's values: who is there, all groups that the member is in, and their own values. */
function needsOf(email: string, live: LiveState): readonly ReadNeed[] {
  return live.workspaces.flatMap(({ id: workspace_id, members, invites, groups }): ReadNeed[] => {
    if (members === undefined) return [{ need: "members", workspace_id }];
    const member = members.find((one) => one.email === email);
    // As soon as the invite is known, planning asks for what the invited person will have.
    if (member === undefined) return invites === undefined ? [{ need: "invites", workspace_id }] : [];
    return [
      ...groups
        .filter((group) => group.is_all_users || group.users.includes(member.id))
        .map(({ id }): ReadNeed => ({ need: "group_values", workspace_id, group_id: id })),
      { need: "own_values", workspace_id, user_id: member.id },
    ];
  });
}

function explainMember(
  perWorkspace: readonly WorkspaceAccess[],
  email: string,
  { member, attribute, workspace }: ExplainOptions,
): readonly Explanation[] {
  const asked = named(perWorkspace, ({ nameIndex }) => nameIndex.workspace, workspace, "workspace");
  const theirs = asked.filter(({ arriving }) => arriving.nameIndex.members.includes(email));
  if (theirs.length === 0) {
    const where = asked.map(({ nameIndex }) => quote(nameIndex.workspace)).join(", ") || "any workspace";
    const among = [...new Set(asked.flatMap(({ arriving }) => arriving.nameIndex.members))];
    throw unknownName("member-undeclared", `${quote(member)} is not a member of ${where}`, email, among);
  }
  const attributes = [...new Set(theirs.flatMap(({ nameIndex }) => nameIndex.attributes))];
  const wanted = named(
    attributes,
    (name) => name,
    attribute === undefined ? undefined : [attribute],
    "attribute",
  );
  return theirs.flatMap((access) => {
    const columns = [...access.nameIndex.attributes.entries()].filter(([, name]) => wanted.includes(name));
    return sortedBy(columns, ([, name]) => name).map(([a, name]) => ({
      workspace: access.nameIndex.workspace,
      member: email,
      attribute: name,
      ...momentsOf(access, email, a),
    }));
  });
}

/** The objects and rows that somebody sees in the workspaces that were explained. */
function dataOfMember(
  perWorkspace: readonly WorkspaceAccess[],
  email: string,
  explanations: readonly Explanation[],
  reader: DataReader,
): readonly DataExplanation<PersonView>[] {
  const explained = new Set(explanations.map(({ workspace }) => workspace));
  return perWorkspace.flatMap(({ nameIndex, exists, live, planned, arriving }) => {
    const m = arriving.nameIndex.members.indexOf(email);
    if (m < 0 || !explained.has(nameIndex.workspace)) return [];
    const isMember = m < nameIndex.members.length;
    const view = (state: AccessState) =>
      viewOf(reader.model, reader.read(valuesIn(arriving.nameIndex, state, reader.model)(m)));
    return [
      {
        workspace: nameIndex.workspace,
        member: email,
        live: isMember && exists ? view(live) : null,
        planned: view(isMember ? planned : arriving.state),
      },
    ];
  });
}

/** The sources of one value: now and as planned, or for a person who arrives, once they accept and after the next apply. */
function momentsOf(
  { nameIndex, exists, live, planned, arriving }: WorkspaceAccess,
  email: string,
  attribute: number,
): Pick<Explanation, "live" | "accepted" | "planned" | "arriving"> {
  const m = arriving.nameIndex.members.indexOf(email);
  const at = (state: AccessState) =>
    resolutionOf(arriving.nameIndex, state, memberAttributeOf(state, m, attribute));
  const newcomer = arriving.newcomers[m - nameIndex.members.length];
  if (newcomer === undefined) return { live: exists ? at(live) : null, planned: at(planned) };
  return {
    live: null,
    accepted: at(arriving.accepted),
    planned: at(arriving.state),
    arriving: newcomer.invite,
  };
}
