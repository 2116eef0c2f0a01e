import { differencesOf, peopleIn, valueDifferences } from "../../access/difference.js";
import { concernedMembers } from "../../access/values/effect.js";
import { lintUndeclaredDenials } from "../../access/values/lints.js";
import type { PersonChange } from "../../model/plan/plan.js";
import { membersOf } from "../../model/state/live-state.js";
import { sortedBy } from "../../util/collections.js";
import { type EndState, typesAfter } from "../checks/findings.js";
import { adoptedIn } from "../edits/edits.js";
import { movesIn } from "../guards/moves.js";
import type { AccessPart } from "../guards/plan-facts.js";
import { type Facts, isOtherModel } from "../input/inputs.js";
import { countedSources } from "../order/counted-sources.js";
import type { AccessPlan } from "../people/access-plan.js";
import { momentsOf } from "../people/moments.js";
import { readingsFrom } from "../people/readings.js";
import type { WorkspaceInput } from "../people/roles.js";
import { countUnread, unreadLossesOf } from "../people/unread-values.js";

/** The plan does not compute access after a workspace is archived. */
const NO_ACCESS: AccessPart = {
  access: [],
  adopted: [],
  people: [],
  undeclared: [],
  unread: 0,
  unreadLosses: [],
  countedSources: [],
  moves: new Set(),
};

/** The people whom an archive moves into another workspace: nobody says which, and so what they will see there. */
const movedBy = ({ workspace, liveWorkspace }: WorkspaceInput): readonly PersonChange[] =>
  sortedBy(membersOf(liveWorkspace), ({ email }) => email).map(({ email: member }) => ({
    workspace: workspace.name,
    member,
    verdict: "unclear",
    reason: "archive",
  }));

/** The people of a workspace whose access its changes alter, from its start to the planned moment. */
export function accessIn(
  input: WorkspaceInput,
  plan: AccessPlan,
  end: EndState | undefined,
  facts: Facts,
): AccessPart {
  if (end === undefined) return { ...NO_ACCESS, people: movedBy(input) };
  const { workspace, roles } = input;
  const { dataModel } = facts;
  const { start, planned } = end.moments;
  const { changes, nameIndex, before, writes } = plan;
  const concerned = new Set([...concernedMembers(before, writes)].map((m) => nameIndex.members[m] ?? ""));
  // A member is an organization admin once an invite to another workspace is accepted.
  for (const member of roles.admins.arriving.keys())
    if (start.members.includes(member)) concerned.add(member);
  const readings = readingsFrom(workspace, start, facts);
  const differences = differencesOf(
    start,
    planned,
    readings,
    isOtherModel(facts) ? start.members : concerned,
  ).filter(({ values, role, verdict }) => values.length > 0 || role !== undefined || verdict !== "same");
  const access = valueDifferences(differences);
  const people = peopleIn(differences);
  const adopted = adoptedIn(input, end.moments, { changes, readings });
  return {
    access,
    people: [...people, ...peopleIn(adopted).map((one) => ({ ...one, adopted: true as const }))],
    adopted: valueDifferences(adopted),
    undeclared: dataModel === undefined ? lintUndeclaredDenials(access, readings[0].denials) : [],
    unread: countUnread(access, changes, start),
    unreadLosses: unreadLossesOf(changes, start),
    countedSources: countedSources(plan),
    moves: movesIn(plan),
  };
}

/** The end state of a workspace, with everybody in it who arrives; undefined for one that is archived. */
export function plannedEnd(input: WorkspaceInput, plan: AccessPlan): EndState | undefined {
  const { workspace, liveWorkspace, roles } = input;
  const { changes, before, unread } = plan;
  if (workspace.state === "absent") return undefined;
  const arrived = momentsOf(input, plan);
  return {
    ...arrived,
    view: arrived.moments.planned,
    workspace,
    isNew: liveWorkspace === undefined,
    roles,
    before,
    unread,
    changes,
    types: typesAfter(workspace, liveWorkspace, changes),
  };
}
