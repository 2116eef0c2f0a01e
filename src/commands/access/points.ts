import { everythingNeeded } from "../../live/everything-needed.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Moments, View } from "../../model/plan/view.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { isSame } from "../../plan/input/inputs.js";
import { declaredView } from "../../plan/people/declared-view.js";
import { unlimitedRolesIn } from "../../plan/people/roles.js";
import { asOfWords } from "../../report/words/as-of.js";
import { noteFiles } from "../documents/note-files.js";
import { exists } from "../documents/paths.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { loadBase } from "../session/base.js";
import { openSnapshot, type ReadConnection } from "../session/connect.js";
import { makePlan } from "../session/make-plan.js";
import type { Session } from "../session/session.js";
import { readAccessNow } from "./read-access.js";

/** The people and their values at a point, by workspace, with the name of the point. */
export interface Point {
  readonly label: string;
  readonly views: readonly View[];
  /** Warnings about how it was found. */
  readonly findings?: readonly Diagnostic[];
  /** Returns true if the point shows a workspace or its absence; false if nobody looked there. */
  readonly shows: (workspace: DesiredWorkspace) => boolean;
}

const EVERYTHING = (): boolean => true;

/** A test of the workspaces that a snapshot shows; without one everything is asked for. The file may know one by its id. */
async function shownBy({ client, asOf }: ReadConnection): Promise<Point["shows"]> {
  if (asOf?.scope === undefined) return EVERYTHING;
  const { data } = await client.getMe();
  const shown = data.workspaces.filter(({ name }) => asOf.scope?.includes(name));
  return (workspace) => shown.some((one) => isSame(workspace, one));
}

/** Returns true if a point needs the service, or the snapshot that is read instead. */
export const isOfService = (point: string): boolean => point === "live" || point === "planned";

/**
 * The live organization and its end state, read once for both points. A comparison from live to planned
 * starts where the plan starts: the admins of a new workspace are members of it from the start.
 */
export async function servicePoints(
  session: Session,
  asked: readonly DesiredWorkspace[],
  points: readonly string[],
): Promise<(point: string) => Point> {
  const { context, options } = session;
  const connection = await session.connection();
  const { client, asOf } = connection;
  const file = await session.file();
  // Points are compared by their own data models, and not by rules of the file.
  const { data_model: _, ...rest } = file.desired;
  const inSnapshot = await shownBy(connection);
  const workspaces = asked.filter(inSnapshot);
  const desired = { ...rest, expect: [], workspaces };
  if (!points.includes("planned")) {
    const { moments: now, live } = await readAccessNow(context, client, desired);
    const shows = asOf === undefined ? seesIn(live, now) : inSnapshot;
    return (label) => ({ label, views: now.map(({ live }) => live), shows });
  }
  const { plan, moments, live } = await makePlan(
    { ...session, file: async () => ({ ...file, desired }), model: async () => undefined },
    { also: everythingNeeded },
  );
  reportPlanErrors(context, options, plan);
  const isFromLive = points[0] === "live";
  const shows = asOf === undefined ? seesIn(live, moments) : inSnapshot;
  return (label) => ({
    label,
    shows,
    views: moments.map((one) => (label === "planned" ? one.planned : isFromLive ? one.start : one.live)),
  });
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

/** A point that needs no service: a snapshot, or else what the file declares at a git revision or in another file. */
export async function pointOf(
  session: Session,
  asked: readonly DesiredWorkspace[],
  point: string,
): Promise<Point> {
  const { context, options } = session;
  const file = await session.file();
  if (!(await isSnapshot(point))) {
    const names = new Set(asked.map(({ name }) => name));
    const called = `The point ${point}`;
    const base = await loadBase(context, {
      base: point,
      options,
      now: file,
      asked: called,
      called,
      others: ["live", "planned"],
    });
    const declared = presentIn(base.file?.desired.workspaces).filter(({ name }) => names.has(name));
    return {
      label: point,
      // The roles are those of this run at every point.
      views: declared.map((one) => declaredView(one, unlimitedRolesIn(file.desired, one))),
      findings: base.findings,
      shows: EVERYTHING,
    };
  }
  await noteFiles(context, { read: [point] });
  const opened = await openSnapshot(point, file.desired.organization.id);
  const { client, asOf } = opened;
  const shows = await shownBy(opened);
  // The snapshot does not tell what is in others.
  const workspaces = asked.filter(shows);
  const { moments } = await readAccessNow(context, client, { ...file.desired, workspaces });
  return { label: `the snapshot ${asOfWords(asOf)}`, views: moments.map(({ live }) => live), shows };
}
