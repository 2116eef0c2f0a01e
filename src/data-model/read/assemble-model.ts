import {
  DUPLICATE,
  type ModelDescription,
  type ModelPlace,
  REFUSED,
  UNREADABLE,
} from "../model-description.js";
import { aliasViews } from "./alias-views.js";
import type { ModelPart } from "./describe-document.js";
import { type ModelObjects, mergeDuplicates, mergeViews } from "./duplicates.js";
import { type ModelFinding, refused } from "./nodes/finding.js";

/** A data model assembled from its files, with the query engine's findings on the whole. */
interface AssembledModel extends ModelDescription {
  readonly findings: readonly ModelFinding[];
}

/**
 * Puts the files of a model together: makes the views that the engine makes, merges what is defined more than once, and
 * looks for what the engine refuses. Of an incomplete model nothing is refused for being absent.
 */
export function assembleModel(
  parts: readonly ModelPart[],
  {
    isComplete,
    isRefused: isRefusedAlready = false,
  }: { readonly isComplete: boolean; readonly isRefused?: boolean },
): AssembledModel {
  const written = {
    grants: parts.flatMap(({ grants }) => grants),
    models: parts.flatMap(({ models }) => models),
    views: parts.flatMap(({ views }) => views),
    topics: parts.flatMap(({ topics }) => topics),
    dashboards: parts.flatMap(({ dashboards }) => dashboards),
  };
  const merged = mergeDuplicates(written);
  const aliases = aliasViews(merged.model.views, written.topics);
  const views = mergeViews([...merged.model.views, ...aliases.views]);
  const isGuarded = guardable(written).some(({ requires }) => requires.length > 0);
  const broken = isGuarded ? parts.flatMap(({ brokenGrants }) => brokenGrants) : [];
  const absent = isComplete ? absentIn(written, { hasAllGrants: broken.length === 0 }) : [];
  const ofParts = parts.flatMap(({ findings }) => findings);
  const findings = [
    ...ofParts,
    ...broken,
    ...merged.findings,
    ...aliases.findings,
    ...views.findings,
    ...absent,
  ];
  const isRefused = isRefusedAlready || findings.some(({ code }) => code === "model-refused");
  return {
    ...merged.model,
    views: views.all,
    complete: isComplete && !isRefused,
    refused: isRefused,
    findings,
  };
}

interface Guardable {
  readonly requires: readonly string[];
  readonly place: ModelPlace;
}

/** Grants and models that are named and that no file defines: the engine refuses every question. */
function absentIn(
  objects: ModelObjects,
  { hasAllGrants }: { readonly hasAllGrants: boolean },
): readonly ModelFinding[] {
  const { grants, models, views, topics } = objects;
  const knownGrants = new Set(grants.map(({ name }) => name));
  const knownModels = new Set(models.map(({ name }) => name));
  const isUnknown = (grant: string): boolean =>
    hasAllGrants && !knownGrants.has(grant) && !isPseudoGrant(grant);
  const unknownGrants = guardable(objects)
    .filter(({ requires }) => requires.some(isUnknown))
    .flatMap(({ requires, place }) =>
      requires.filter(isUnknown).map((name) => refused(`no model defines the grant ${name}`, whereOf(place))),
    );
  const unknownModels = [...views, ...topics].flatMap(({ model, place }) =>
    model === undefined || knownModels.has(model)
      ? []
      : [refused(`there is no model ${model}`, whereOf(place))],
  );
  return [...unknownGrants, ...unknownModels];
}

/** The objects that can require a grant. */
function guardable({ models, views, topics, dashboards }: ModelObjects): readonly Guardable[] {
  return [...models, ...views, ...views.flatMap(({ fields }) => fields), ...topics, ...dashboards];
}

const isPseudoGrant = (name: string): boolean => [UNREADABLE, DUPLICATE, REFUSED].includes(name);

const whereOf = ({ file, line }: { readonly file: string; readonly line: number }) => ({
  file,
  at: { line },
});
