import type { ReadClient } from "../../api/operations.js";
import { everythingNeeded } from "../../live/everything-needed.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { accessOfWorkspaces } from "../../plan/people/access-states.js";
import { declaredPeople } from "../../plan/people/declared-people.js";
import { type PersonAt, peopleIn } from "../../plan/people/people-at.js";
import { asOfWords } from "../../render/words/as-of.js";
import type { CommandContext } from "../context/context.js";
import type { PlanningCommandOptions } from "../context/options.js";
import { exists } from "../documents/exists.js";
import { noteFiles } from "../documents/note-files.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { loadBase } from "../session/base.js";
import type { LoadedFile } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import { readEverything } from "../snapshot/read-everything.js";

/** People at a point, and what the point is called. */
export interface Point {
  readonly label: string;
  readonly people: readonly PersonAt[];
}

/** Returns true if a point needs the service, or the snapshot that is read instead. */
export const isOfService = (point: string): boolean => point === "live" || point === "planned";

/** The facts with which the points of one comparison are read. */
export interface PointReader {
  readonly context: CommandContext;
  readonly options: PlanningCommandOptions;
  readonly file: LoadedFile;
  /** Workspaces of the file that are asked about. */
  readonly asked: readonly DesiredWorkspace[];
}

/** The live organization and its end state, read once for both points, of which `wanted` are. */
export async function servicePoints(
  { context, options, file, asked }: PointReader,
  client: ReadClient,
  wanted: readonly string[],
): Promise<(point: string) => Point> {
  // Points are compared by their own data models, and not by rules of the file.
  const { data_model: _, ...rest } = file.desired;
  const desired = { ...rest, expect: [], workspaces: asked };
  if (!wanted.includes("planned")) {
    const live = await readNow(context, client, desired);
    return (label) => ({ label, people: peopleAt(desired, live, NO_CHANGES, "live") });
  }
  const { plan, live } = await makePlan(context, options, { ...file, desired }, client, {
    also: everythingNeeded,
  });
  reportPlanErrors(context, options, plan);
  return (label) => ({
    label,
    people: peopleAt(desired, live, plan, label === "planned" ? "planned" : "live"),
  });
}

/** All there is of the workspaces that are asked about. */
function readNow(
  context: CommandContext,
  client: ReadClient,
  { organization, workspaces }: DesiredState,
): Promise<LiveState> {
  return readEverything(
    context,
    client,
    organization.id,
    workspaces.filter(({ state }) => state === "present"),
  );
}

/** The plan of a question about the present: no changes. */
const NO_CHANGES = { resource_changes: [] };

/** Returns true if a point is a snapshot; any other is a git revision of the file, or another file. */
export const isSnapshot = async (point: string): Promise<boolean> =>
  /\.json$/i.test(point) && (await exists(point));

/** A point that needs no service: a snapshot, or else what the file declares at a git revision or in another file. */
export async function pointOf(reader: PointReader, point: string): Promise<Point> {
  const { context, options, file, asked } = reader;
  if (!(await isSnapshot(point))) {
    const names = new Set(asked.map(({ name }) => name));
    const people = declaredPeople(
      (await loadBase(context, point, options, `The point ${point}`))?.desired ?? { workspaces: [] },
    );
    return { label: point, people: people.filter(({ workspace }) => names.has(workspace)) };
  }
  const { readSnapshot, asOfSnapshot } = await import("../documents/read-snapshot.js");
  const { snapshotClient } = await import("../../live/snapshot/snapshot-client.js");
  await noteFiles(context, { read: [point] });
  const snapshot = await readSnapshot(point, file.desired.organization.id);
  const client = snapshotClient(snapshot);
  const desired = { ...file.desired, workspaces: asked };
  const people = peopleAt(desired, await readNow(context, client, desired), NO_CHANGES, "live");
  return { label: `the snapshot ${asOfWords(asOfSnapshot(point, snapshot))}`, people };
}

function peopleAt(
  desired: DesiredState,
  live: LiveState,
  plan: Parameters<typeof accessOfWorkspaces>[2],
  moment: "live" | "planned",
): readonly PersonAt[] {
  const byName = new Map(desired.workspaces.map((workspace) => [workspace.name, workspace]));
  return accessOfWorkspaces(desired, live, plan).flatMap((access) => {
    const workspace = byName.get(access.nameIndex.workspace);
    return workspace === undefined ? [] : peopleIn(access, moment, workspace, live);
  });
}
