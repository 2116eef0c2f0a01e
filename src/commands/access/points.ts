import { everythingNeeded } from "../../live/everything-needed.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Moments, View } from "../../model/plan/view.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { isSame, liveWorkspaceOf } from "../../plan/input/inputs.js";
import { viewsOfVersion } from "../../plan/people/moments.js";
import { asOfWords } from "../../report/words/as-of.js";
import { setOf } from "../../util/collections.js";
import { noteFiles } from "../documents/note-files.js";
import { exists } from "../documents/paths.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { loadBase } from "../session/base.js";
import { openSnapshot, type ReadConnection } from "../session/connect.js";
import { makePlan } from "../session/make-plan.js";
import type { Session } from "../session/session.js";
import { type ReadAccess, readAccessNow, withRosters } from "./read-access.js";

/** The people and their values at a point, by workspace, with the name of the point. */
export interface Point {
  readonly label: string;
  readonly views: readonly View[];
  /** Warnings about how it was found. */
  readonly findings?: readonly Diagnostic[];
  /** Returns true if the point shows a workspace or its absence; false if nobody looked there. */
  readonly shows: (workspace: DesiredWorkspace) => boolean;
}

/** A state that was read, with the points that it shows. */
interface ReadState {
  readonly live: LiveState;
  readonly at: (point: string) => Point;
  /** The moment of the snapshot that was read instead of the service. */
  readonly asOf?: AsOf | undefined;
}

const EVERYTHING = (): boolean => true;

/** A test of the workspaces that a snapshot shows; without one everything is asked for. The file may know one by its id. */
async function shownBy({ client, asOf }: ReadConnection): Promise<Point["shows"]> {
  if (asOf?.scope === undefined) return EVERYTHING;
  const { data } = await client.getMe();
  const shown = data.workspaces.filter(({ name }) => asOf.scope?.includes(name));
  return (workspace) => shown.some((one) => isSame(workspace, one));
}

/**
 * The live organization and its end state, read once for both points. A comparison from live to planned
 * starts where the plan starts: the admins of a new workspace are members of it from the start.
 */
async function servicePoints(
  session: Session,
  asked: readonly DesiredWorkspace[],
  points: readonly string[],
): Promise<ReadState> {
  const { context, options } = session;
  const connection = await session.connection();
  const { asOf } = connection;
  const file = await session.file();
  // Points are compared by their own data models, and not by rules of the file.
  const { data_model: _, ...rest } = file.desired;
  const inSnapshot = await shownBy(connection);
  const workspaces = asked.filter(inSnapshot);
  const desired = { ...rest, expect: [], workspaces };
  const isPlanned = points.includes("planned");
  const read: ReadAccess = isPlanned
    ? await makePlan(
        { ...session, file: async () => ({ ...file, desired }), model: async () => undefined },
        { also: withRosters(connection, everythingNeeded) },
      )
    : await readAccessNow(context, connection, desired);
  const { plan, moments, live } = read;
  if (plan !== undefined) reportPlanErrors(context, options, plan);
  const shows = asOf === undefined ? seesIn(live, moments) : inSnapshot;
  const liveView = isPlanned && points[0] === "live" ? "start" : "live";
  const viewAt = (one: Moments, label: string): View => one[label === "planned" ? label : liveView];
  return { live, asOf, at: (label) => ({ label, shows, views: moments.map((one) => viewAt(one, label)) }) };
}

/** Returns true for workspaces that the token sees, and for all others if it sees the whole organization. */
const seesIn =
  ({ token_scope }: LiveState, moments: readonly Moments[]): Point["shows"] =>
  ({ name }) =>
    token_scope === "organization-admin" ||
    moments.some(({ workspace, exists }) => exists && workspace === name);

/** Returns true if a point is a snapshot; any other is a git revision of the file, or another file. */
export const isSnapshot = async (point: string): Promise<boolean> =>
  /\.json$/i.test(point) && (await exists(point));

/** A snapshot as a point. */
async function snapshotPoint(
  { context, file }: Session,
  asked: readonly DesiredWorkspace[],
  point: string,
): Promise<ReadState> {
  await noteFiles(context, { read: [point] });
  const { desired } = await file();
  const opened = await openSnapshot(point, desired.organization.id);
  const { asOf } = opened;
  const shows = await shownBy(opened);
  // The snapshot does not tell what is in others.
  const workspaces = asked.filter(shows);
  const { moments, live } = await readAccessNow(context, opened, { ...desired, workspaces });
  const views = moments.map((one) => one.live);
  return { live, at: () => ({ label: `the snapshot ${asOfWords(asOf)}`, views, shows }) };
}

/** The file at a git revision, or another file, as it would be applied to a state. */
async function versionPoint(
  { context, options, file }: Session,
  asked: readonly DesiredWorkspace[],
  point: string,
  live: LiveState,
): Promise<Point> {
  const now = await file();
  const names = setOf(asked, "name");
  const called = `The point ${point}`;
  const base = await loadBase(context, {
    base: point,
    options,
    now,
    asked: called,
    called,
    others: ["live", "planned"],
  });
  const named = base.file?.desired.workspaces ?? [];
  const declared = presentIn(named).filter(({ name }) => names.has(name));
  // A workspace that the version does not name is as the service has it.
  const others = presentIn(asked).flatMap((one) => {
    const there = liveWorkspaceOf(live, one);
    const isNamed = named.some((other) => other.name === one.name || (there && isSame(other, there)));
    return isNamed || there === undefined ? [] : [{ ...one, resources: [], lists: [] }];
  });
  const views = viewsOfVersion([...declared, ...others], live, now.desired);
  return { label: point, views, findings: base.findings, shows: EVERYTHING };
}

/**
 * Reads two points. A version of the file is applied to the other point if that is a state, and otherwise to the live
 * organization, so that what it does not manage is the same at both.
 */
export async function pointsOf(
  session: Session,
  asked: readonly DesiredWorkspace[],
  points: readonly [from: string, to: string],
): Promise<{ readonly from: Point; readonly to: Point; readonly asOf: AsOf | undefined }> {
  const isOfService = (point: string): boolean => point === "live" || point === "planned";
  const known = points.some(isOfService) ? await servicePoints(session, asked, points) : undefined;
  const sourceOf = async (point: string): Promise<ReadState | undefined> => {
    if (isOfService(point)) return known;
    return (await isSnapshot(point)) ? await snapshotPoint(session, asked, point) : undefined;
  };
  const [from, to] = [await sourceOf(points[0]), await sourceOf(points[1])];
  const { live, asOf } = known ?? from ?? to ?? (await servicePoints(session, asked, points));
  const at = async (source: ReadState | undefined, point: string): Promise<Point> =>
    source?.at(point) ?? (await versionPoint(session, asked, point, live));
  return { from: await at(from, points[0]), to: await at(to, points[1]), asOf };
}
