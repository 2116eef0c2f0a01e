import { byKey, groupAlike, groupBy, setOf } from "../../util/collections.js";
import {
  DUPLICATE,
  type Guarded,
  guardedIn,
  type ModelDescription,
  type ModelGrant,
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
  { isComplete, isRefused }: { readonly isComplete: boolean; readonly isRefused: boolean },
): AssembledModel {
  const written = {
    grants: parts.flatMap(({ grants }) => grants),
    models: parts.flatMap(({ models }) => models),
    views: parts.flatMap(({ views }) => views),
    topics: parts.flatMap(({ topics }) => topics),
    dashboards: parts.flatMap(({ dashboards }) => dashboards),
  };
  const guarded = guardedIn(written);
  const isGuarded = guarded.some(({ requires }) => requires.length > 0);
  const broken = isGuarded ? parts.flatMap(({ brokenGrants }) => brokenGrants) : [];
  const findings = [...parts.flatMap((part) => part.findings), ...broken];
  const merged = mergeDuplicates(written, findings);
  const aliases = aliasViews(merged.views, written.topics, findings);
  const views = mergeViews(findings, [...merged.views, ...aliases]);
  if (isComplete && broken.length === 0) findings.push(...absentGrants(written.grants, guarded));
  if (isComplete) findings.push(...absentModels(written));
  const refused = isRefused || findings.some(({ code }) => code === "model-refused");
  return { ...merged, views, complete: isComplete && !refused, refused, findings };
}

/** Grants that are required and that no file defines: the engine refuses every question. */
function absentGrants(grants: readonly ModelGrant[], guarded: readonly Guarded[]): readonly ModelFinding[] {
  const defined = new Set([...grants.map(({ name }) => name), UNREADABLE, DUPLICATE, REFUSED]);
  return guarded.flatMap(({ requires, place }) =>
    requires
      .filter((name) => !defined.has(name))
      .map((name) => refused(`no model defines the grant ${name}`, whereOf(place))),
  );
}

/** Models that are named and that no file defines: the engine refuses every question. */
function absentModels({ models, views, topics }: ModelObjects<ModelView>): readonly ModelFinding[] {
  const defined = setOf(models, "name");
  return [...views, ...topics].flatMap(({ model, place }) =>
    model === undefined || defined.has(model) ? [] : refused(`there is no model ${model}`, whereOf(place)),
  );
}

const whereOf = ({ file, line }: ModelPlace) => ({ file, at: { line } });

/**
 * The views that the engine makes of written ones, with everything of the view that they stand for: `join_as` of a primary
 * identifier, without measures unless it asks for them, and `from` of a topic's view, with measures unless it refuses
 * them. Topics that mean two things by one alias make it twice, and the order of files decides which one counts.
 */
function aliasViews(
  views: readonly ViewPart[],
  topics: readonly TopicPart[],
  findings: ModelFinding[],
): readonly ModelView[] {
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
        return view ? { ...alias, view, topic: topic.name } : [];
      }),
    ),
    ({ name }) => name,
  );
  const named = [...aliases.values()].flatMap((all): readonly ModelView[] => {
    const [first] = all;
    const different = groupAlike(all, ({ view, withMeasures }) => [withMeasures, view.name]);
    const [, second] = different;
    if (second) {
      const why = `It is an alias in the topics ${all.map(({ topic }) => topic).join(" and ")}`;
      findings.push(duplicate(`the view ${first.name}`, why, whereOf(second[0].place)));
    }
    const odd = first.view.oddTags.find(({ isMeasure }) => first.withMeasures || !isMeasure);
    if (odd !== undefined) {
      const why = `a field has \`tags\` that are no texts, and its view has the alias ${first.name}`;
      findings.push(refused(why, whereOf(odd.place)));
    }
    return different.map(([one]) => aliasOf(one.view, one));
  });
  return [...joined, ...named];
}

function aliasOf(
  view: ModelView,
  { name, place, withMeasures }: Pick<TopicAlias, "name" | "place" | "withMeasures">,
): ModelView {
  const fields = withMeasures ? view.fields : view.fields.filter(({ isMeasure }) => !isMeasure);
  return { ...view, fields, name, place, standsFor: view.standsFor ?? view.name };
}
