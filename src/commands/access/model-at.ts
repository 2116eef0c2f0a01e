import type { ModelDescription } from "../../data-model/model-description.js";
import { withAttributeTypes } from "../../data-model/read/attribute-types.js";
import { exists } from "../documents/paths.js";
import { gitIn } from "../git/git.js";
import { modelAt } from "../session/model-at.js";
import { modelTelling, type Session } from "../session/session.js";

/** The data model at both points. */
interface ComparedModels {
  readonly from: ModelDescription;
  readonly to: ModelDescription;
  /** The names of the two, where the options give them. */
  readonly names?: readonly [from: string, to: string];
}

/** The points of the data model that a comparison is asked for. */
interface ModelPoints {
  readonly modelFrom?: string;
  readonly modelTo?: string;
}

/** The data model at both points: as the options say, else that of the file. */
export async function modelsAtPoints(
  session: Session,
  { modelFrom, modelTo }: ModelPoints,
): Promise<ComparedModels | undefined> {
  const { data_model, workspaces } = (await session.file()).desired;
  const at = async (option: string, point: string | undefined, other: string | undefined) => {
    if (point === undefined) return await modelTelling(session);
    const asked = `${option} ${point}`;
    const model = await modelAt(session.context, point, asked, await folderOf(other, data_model));
    return withAttributeTypes(model, workspaces);
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
  const [first = modelTo, second = modelFrom] = [modelFrom ?? data_model, modelTo ?? data_model];
  const names = [await nameOf(session, first ?? ""), await nameOf(session, second ?? "")] as const;
  return { from: one, to: other, names };
}

/** A point of the model as it was given, with its commit: `main (1f0c2aa)`, and of an edited folder `model (1f0c2aa-dirty)`. */
async function nameOf({ context }: Session, point: string): Promise<string> {
  const isFolder = await exists(point);
  const git = gitIn(context, isFolder ? point : ".");
  const [revision] = point.split(":");
  const commitOf = isFolder
    ? git("describe", "--always", "--dirty", "--exclude=*")
    : git("rev-parse", "--short", "--verify", `${revision}^{commit}`);
  const commit = await commitOf.catch(() => "");
  return commit === "" ? point : `${point} (${commit.trim()})`;
}

/** The folder that a revision is read of. */
async function folderOf(
  other: string | undefined,
  data_model: string | undefined,
): Promise<string | undefined> {
  return other !== undefined && (await exists(other)) ? other : data_model;
}
