import { byKey, groupBy, setOf } from "../../util/collections.js";
import {
  DUPLICATE,
  type ModelDescription,
  type ModelPlace,
  type ModelView,
  REFUSED,
  UNREADABLE,
} from "../model-description.js";
import type { ModelPart } from "./describe-document.js";
import type { TopicAlias, TopicPart } from "./describe-topic.js";
import type { ViewPart } from "./describe-view.js";
import { type ModelObjects, mergeDuplicates, mergeViews } from "./duplicates.js";
import { duplicate, type ModelFinding, refused } from "./nodes/finding.js";

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
  const knownGrants = setOf(grants, "name");
  const knownModels = setOf(models, "name");
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

/**
 * The views that the engine makes of written ones, with everything of the view that they stand for: `join_as` of a primary
 * identifier, without measures unless it asks for them, and `from` of a topic's view, with measures unless it refuses
 * them. Topics that mean two things by one alias make it twice, and the order of files decides which one counts.
 */
function aliasViews(
  views: readonly ViewPart[],
  topics: readonly TopicPart[],
): { readonly views: readonly ModelView[]; readonly findings: readonly ModelFinding[] } {
  const findings: ModelFinding[] = [];
  const joins = groupBy(
    views.flatMap((view) => view.joins.map((join) => ({ ...join, view }))),
    ({ name }) => name,
  );
  const joined = [...joins.values()].map(([first, ...others]): ModelView => {
    const other = others.find(({ view }) => view.name !== first.view.name);
    if (other !== undefined)
      findings.push(refused(`two views are joined as ${first.name}`, whereOf(other.place)));
    return aliasOf(first.view, first);
  });
  const known = byKey(views, "writtenName");
  const aliases = groupBy(
    topics.flatMap((topic) =>
      topic.aliases.flatMap((alias) => {
        const view = known.get(alias.from);
        return view === undefined ? [] : [{ ...alias, view, topic: topic.name }];
      }),
    ),
    ({ name }) => name,
  );
  const named = [...aliases.values()].flatMap((all): readonly ModelView[] => {
    const [first] = all;
    const different = groupBy(all, ({ view, withMeasures }) => `${withMeasures} ${view.name}`);
    if (different.size > 1) {
      const why = `It is an alias in the topics ${all.map(({ topic }) => topic).join(" and ")}`;
      const { place } =
        all.find((one) => one.view !== first.view || one.withMeasures !== first.withMeasures) ?? first;
      findings.push(duplicate(`the view ${first.name}`, why, whereOf(place)));
    }
    const odd = first.view.oddTags.find(({ isMeasure }) => first.withMeasures || !isMeasure);
    if (odd !== undefined) {
      const why = `a field has \`tags\` that are no texts, and its view has the alias ${first.name}`;
      findings.push(refused(why, whereOf(odd.place)));
    }
    return [...different.values()].map(([one]) => aliasOf(one.view, one));
  });
  return { views: [...joined, ...named], findings };
}

function aliasOf(
  view: ModelView,
  { name, place, withMeasures }: Pick<TopicAlias, "name" | "place" | "withMeasures">,
): ModelView {
  const fields = withMeasures ? view.fields : view.fields.filter(({ isMeasure }) => !isMeasure);
  return { ...view, fields, name, place, standsFor: view.standsFor ?? view.name };
}
