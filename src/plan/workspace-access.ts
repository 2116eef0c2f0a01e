import { differencesOf, peopleIn, valueDifferences } from "../access/difference.js";
import { concernedMembers } from "../access/values/effect.js";
import { lintUndeclaredDenials } from "../access/values/lints.js";
import type { PersonChange } from "../model/plan/plan.js";
import type { Moments } from "../model/plan/view.js";
import { membersOf } from "../model/state/live-state.js";
import { sortedBy } from "../util/collections.js";
import { type EndState, typesAfter } from "./checks/findings.js";
import { baseOf } from "./diff/declared.js";
import { adoptedIn } from "./edits/edits.js";
import { movesIn } from "./guards/moves.js";
import type { Facts } from "./input/inputs.js";
import { countedSources } from "./order/counted-sources.js";
import type { AccessPlan } from "./people/access-plan.js";
import { momentsOf } from "./people/moments.js";
import { readingsFrom } from "./people/readings.js";
import { countUnread, unreadLossesOf } from "./people/unread-values.js";
import type { AccessPart, WorkspaceInput, WorkspacePart } from "./workspace-part.js";

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

/** The changes of a workspace with the views around them. */
interface PlannedMoments {
  readonly input: WorkspaceInput;
  readonly plan: AccessPlan;
  readonly moments: Moments | undefined;
}

/** The people of a workspace whose access its changes alter, from its start to the planned moment. */
export function accessIn({ input, plan, moments }: PlannedMoments, facts: Facts): AccessPart {
  if (moments === undefined) return { ...NO_ACCESS, people: movedBy(input) };
  const { workspace, roles } = input;
  const { base, dataModel } = facts;
  const { start, planned } = moments;
  const { changes, nameIndex, before, writes } = plan;
  const concerned = new Set([...concernedMembers(before, writes)].map((m) => nameIndex.members[m] ?? ""));
  // A member is an organization admin once an invite to another workspace is accepted.
  for (const member of roles.admins.arriving.keys())
    if (start.members.includes(member)) concerned.add(member);
  const readings = readingsFrom(workspace, start, facts);
  // What a value opens is another thing by another model: that concerns everybody.
  const isOtherModel = base?.dataModel !== undefined && base.dataModel !== dataModel;
  const differences = differencesOf(
    start,
    planned,
    readings,
    isOtherModel ? start.members : concerned,
  ).filter(({ values, role, verdict }) => values.length > 0 || role !== undefined || verdict !== "same");
  const access = valueDifferences(differences);
  const people = peopleIn(differences);
  const adopted = adoptedIn(baseOf(base?.desired, workspace), input, moments, { changes, readings });
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

/** The moments around the changes and the end state, with everybody who arrives; undefined for a workspace that is archived. */
export function endsOf(input: WorkspaceInput, plan: AccessPlan): Pick<WorkspacePart, "moments" | "end"> {
  const { workspace, liveWorkspace } = input;
  const { changes } = plan;
  if (workspace.state === "absent") return { moments: undefined, end: undefined };
  const { moments, ...arrived } = momentsOf(input, plan);
  const end: EndState = {
    ...arrived,
    view: moments.planned,
    workspace,
    isNew: liveWorkspace === undefined,
    roles: input.roles,
    before: plan.before,
    unread: plan.unread,
    changes,
    types: typesAfter(workspace, liveWorkspace, changes),
  };
  return { moments, end };
}
