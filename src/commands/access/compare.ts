import { type DataJudge, differencesOf, peopleIn, valueDifferences } from "../../access/difference.js";
import { emptyView } from "../../access/view.js";
import { dataJudge } from "../../data-model/answer/people-data.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import { withAttributeTypes } from "../../data-model/read/attribute-types.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { Difference } from "../../model/plan/view.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { otherAccounts } from "../../plan/checks/other-accounts.js";
import { gainersOf } from "../../plan/guards/access-limits.js";
import { readingAt } from "../../plan/people/readings.js";
import { comparisonProduct, type PeopleComparison } from "../../report/access/comparison.js";
import { type ProductFormat, productIn } from "../../report/product/product.js";
import { compact, sortedBy } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { type CommandError, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { originOf, reportAsOf } from "../documents/origin.js";
import { exists } from "../documents/paths.js";
import { listStyle, writeOutput } from "../documents/write-output.js";
import { gitIn } from "../git/git.js";
import { loadDesiredOrSnapshots } from "../session/load-desired.js";
import { modelAt } from "../session/model-at.js";
import { inSession, modelTelling, type Session } from "../session/session.js";
import { isSnapshot, type Point, pointsOf } from "./points.js";
import { workspacesAsked } from "./read-access.js";

interface CompareOptions extends Omit<SharedOptions<ProductFormat>, "failOn"> {
  readonly from: string;
  readonly to?: string;
  readonly modelFrom?: string;
  readonly modelTo?: string;
  readonly failOn?: readonly ("widened" | "opened")[];
}

/** The command `orgform compare`: who sees what at two points, of the organization or of the data model. */
export async function compare(context: CommandContext, options: CompareOptions): Promise<Outcome> {
  const { failOn = [], format = "text", ...others } = options;
  const points = [options.from, options.to, options.live].flatMap((point) => point ?? []);
  const areSnapshots = await Promise.all(points.map(isSnapshot));
  const snapshots = points.filter((_, i) => areSnapshots[i]);
  const file = () => loadDesiredOrSnapshots(context, options, snapshots);
  return await inSession(context, others, { file }, async (session) => {
    const { desired } = await session.file();
    const asked = workspacesAsked(desired, options);
    const models = await modelsAtPoints(session, options);
    const data = models && dataJudge(models.from, models.to);
    const { from, to, asOf } = await pointsOf(session, asked, [options.from, options.to ?? "planned"]);
    const compared = asked.filter((one) => from.shows(one) && to.shows(one));
    const notCompared = asked.filter((one) => !compared.includes(one)).map(({ name }) => name);
    if (asked.length > 0 && compared.length === 0) throw nothingInCommon(notCompared);
    const differences = comparePoints(from, to, compared, data);
    const comparison = { access_changes: valueDifferences(differences), people: peopleIn(differences) };
    const refusals = compact(failOn.map((name) => foundBy(name, comparison)));
    const outcome = refusals.length > 0 ? "refused" : "ok";
    const product = comparisonProduct({
      from: from.label,
      to: to.label,
      models: models?.names,
      origin: originOf(context, desired, asOf),
      comparison,
      outcome,
      refusals,
      notCompared: notCompared.sort(),
      findings: [...[from, to].flatMap((one) => one.findings ?? []), ...otherAccounts(differences)],
    });
    if (format === "csv") reportAsOf(context, asOf);
    await writeOutput(context, options.out, productIn(product, format, listStyle(context, options)));
    return outcome;
  });
}

/** The error of two points that show no workspace in common. */
const nothingInCommon = (workspaces: readonly string[]): CommandError =>
  usageError(
    `The points show no workspace in common: ${nameList(workspaces)}`,
    "One of them was read with a token that does not see these workspaces, or without them (--workspace). Name points that show the same workspace, or another workspace with --workspace.",
  );

/** The people who see something else at the second point; a workspace that a point does not have has nobody there. */
function comparePoints(
  from: Point,
  to: Point,
  asked: readonly DesiredWorkspace[],
  data: DataJudge | undefined,
): readonly Difference[] {
  const viewAt = ({ views }: Point, name: string) =>
    views.find(({ workspace }) => workspace === name) ?? emptyView(name);
  return sortedBy(asked, ({ name }) => name).flatMap((workspace) => {
    const [before, after] = [viewAt(from, workspace.name), viewAt(to, workspace.name)];
    return differencesOf(before, after, [readingAt(workspace, before, data)]);
  });
}

/** The findings of `--fail-on` with their number, and the people; empty if there are none. */
function foundBy(name: "widened" | "opened", { access_changes, people }: PeopleComparison): string {
  const opened = access_changes.filter(({ kind }) => kind === "opened").map(({ member }) => member);
  const found = name === "opened" ? opened : gainersOf(people, []).members;
  if (found.length === 0) return "";
  return `--fail-on ${name}: ${found.length} found: ${nameList([...new Set(found)].map(visibleName))}`;
}

/** The data model at both points. */
interface ComparedModels {
  readonly from: ModelDescription;
  readonly to: ModelDescription;
  /** The names of the two, where the options give them. */
  readonly names?: readonly [from: string, to: string];
}

/** The data model at both points: as the options say, else that of the file. */
async function modelsAtPoints(
  session: Session,
  { modelFrom, modelTo }: CompareOptions,
): Promise<ComparedModels | undefined> {
  const { context } = session;
  const { data_model, workspaces } = (await session.file()).desired;
  const at = async (option: string, point: string | undefined, other: string | undefined) => {
    if (point === undefined) return await modelTelling(session);
    // A revision is read of the folder that the other option names, or else of the file's.
    const folder = other !== undefined && (await exists(other)) ? other : data_model;
    return withAttributeTypes(await modelAt(context, point, `${option} ${point}`, folder), workspaces);
  };
  if (modelFrom === undefined && modelTo === undefined) {
    const model = await modelTelling(session);
    return model && { from: model, to: model };
  }
  const from = await at("--model-from", modelFrom, modelTo);
  const to = await at("--model-to", modelTo, modelFrom);
  // If the file names no data model, a model that one option gives counts for both points.
  const [one, other] = [from ?? to, to ?? from];
  if (one === undefined || other === undefined) return undefined;
  const first = await nameOf(context, modelFrom ?? data_model ?? modelTo ?? "");
  const second = await nameOf(context, modelTo ?? data_model ?? modelFrom ?? "");
  return { from: one, to: other, names: [first, second] };
}

/** A point of the model as it was given, with its commit: `main (1f0c2aa)`, and of an edited folder `model (1f0c2aa-dirty)`. */
async function nameOf(context: CommandContext, point: string): Promise<string> {
  const isFolder = await exists(point);
  const git = gitIn(context, isFolder ? point : ".");
  const [revision] = point.split(":");
  const commitOf = isFolder
    ? git("describe", "--always", "--dirty", "--exclude=*")
    : git("rev-parse", "--short", "--verify", `${revision}^{commit}`);
  const commit = await commitOf.catch(() => "");
  return commit === "" ? point : `${point} (${commit.trim()})`;
}
