import { resolutionOf } from "../access/resolution.js";
import { type AccessState, pairOf } from "../access/world.js";
import { quote } from "../config/wording.js";
import { canonicalEmail } from "../model/email.js";
import type { Explanation } from "../model/explanation.js";
import type { LiveState, ReadNeed } from "../model/live-state.js";
import type { Outcome } from "../model/plan.js";
import { type AccessWorld, accessWorldsOf } from "../plan/access-worlds.js";
import { explainText } from "../render/explain-text.js";
import { jsonText } from "../render/json-text.js";
import { sortedBy } from "../util/order.js";
import { withConnection } from "./connect.js";
import { type CommandContext, wantsColor } from "./context.js";
import { emit } from "./emit.js";
import { loadDesired } from "./load-desired.js";
import { makePlan } from "./make-plan.js";
import { named, unknownName } from "./named.js";
import type { CommonOptions, FileOptions, PlanningOptions, ServiceOptions } from "./options.js";
import { reportPlanErrors } from "./plan-errors.js";

/** Options of `explain`. */
export type ExplainOptions = FileOptions &
  ServiceOptions &
  Pick<PlanningOptions, "base" | "only"> &
  CommonOptions & {
    readonly member: string;
    readonly attribute?: string;
    readonly workspace?: readonly string[];
  };

/** `orgform explain`: every source of somebody's values, the winner first, as it is and as planned. */
export async function explain(context: CommandContext, options: ExplainOptions): Promise<Outcome> {
  const file = await loadDesired(context, options);
  const email = canonicalEmail(options.member);
  return await withConnection(context, options, file.desired, async (connection) => {
    const { client } = connection;
    const { plan, live } = await makePlan(context, options, file, client, (known) => needsOf(email, known));
    const worlds = accessWorldsOf(file.desired, live, plan);
    const explanations = explainMember(worlds, email, options);
    reportPlanErrors(context, options, plan);
    const text =
      options.format === "json"
        ? jsonText({ format_version: "1.0", outcome: "ok", explanations })
        : explainText(explanations, { color: wantsColor(context, context.stdout, options.color) });
    await emit(context, options.output, text);
    return "ok";
  });
}

/** All that decides one member's values: who is there, all groups that the member is in, and their own values. */
function needsOf(email: string, live: LiveState): readonly ReadNeed[] {
  return live.workspaces.flatMap(({ id: workspace_id, members, invites, groups }): ReadNeed[] => {
    if (members === undefined) return [{ need: "members", workspace_id }];
    const member = members.find((one) => one.email === email);
    // What somebody who is invited will have, planning needs to know as soon as the invite is known.
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
  worlds: readonly AccessWorld[],
  email: string,
  { member, attribute, workspace }: ExplainOptions,
): readonly Explanation[] {
  const asked = named(worlds, ({ universe }) => universe.workspace, workspace, "workspace");
  const theirs = asked.filter(({ arriving }) => arriving.universe.members.includes(email));
  if (theirs.length === 0) {
    const where = asked.map(({ universe }) => quote(universe.workspace)).join(", ") || "any workspace";
    const among = [...new Set(asked.flatMap(({ arriving }) => arriving.universe.members))];
    throw unknownName("member-undeclared", `${quote(member)} is no member of ${where}`, email, among);
  }
  const attributes = [...new Set(theirs.flatMap(({ universe }) => universe.attributes))];
  const wanted = named(
    attributes,
    (name) => name,
    attribute === undefined ? undefined : [attribute],
    "attribute",
  );
  return theirs.flatMap((world) => {
    const columns = [...world.universe.attributes.entries()].filter(([, name]) => wanted.includes(name));
    return sortedBy(columns, ([, name]) => name).map(([a, name]) => ({
      workspace: world.universe.workspace,
      member: email,
      attribute: name,
      ...momentsOf(world, email, a),
    }));
  });
}

/** What decides one value: now and as planned, or for somebody who arrives, once they accept and after the next apply. */
function momentsOf(
  { universe, live, planned, arriving }: AccessWorld,
  email: string,
  attribute: number,
): Pick<Explanation, "live" | "accepted" | "planned" | "arriving"> {
  const m = arriving.universe.members.indexOf(email);
  const at = (state: AccessState) => resolutionOf(arriving.universe, state, pairOf(state, m, attribute));
  const newcomer = arriving.newcomers[m - universe.members.length];
  if (newcomer === undefined) return { live: at(live), planned: at(planned) };
  return {
    live: null,
    accepted: at(arriving.accepted),
    planned: at(arriving.state),
    arriving: newcomer.invite,
  };
}
