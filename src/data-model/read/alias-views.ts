import { groupBy } from "../../util/group-by.js";
import type { ModelView } from "../model-description.js";
import type { TopicPart } from "./describe-topic.js";
import type { ViewPart } from "./describe-view.js";
import { duplicate, type ModelFinding, refused } from "./nodes/finding.js";

/**
 * The views that the engine makes of others, with everything of the view that they stand for: `join_as` of a primary
 * identifier, without measures unless it asks for them, and `from` of a topic's view. An alias of two topics is made twice,
 * and the order of files decides which one counts.
 */
export function aliasViews(
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
    if (other !== undefined) {
      const { file, line } = other.place;
      findings.push(refused(`two views are joined as ${first.name}`, { file, at: { line } }));
    }
    const { view, name, withMeasures, place } = first;
    const fields = withMeasures ? view.fields : view.fields.filter(({ isMeasure }) => !isMeasure);
    return { ...aliasOf(view, name, place), fields };
  });
  const known = new Map([...views, ...joined].map((view) => [view.name, view]));
  const aliases = groupBy(
    topics.flatMap((topic) => topic.aliases.map((alias) => ({ ...alias, topic: topic.name }))),
    ({ name }) => name,
  );
  const named = [...aliases.values()].flatMap((all): readonly ModelView[] => {
    const [first, second] = all;
    if (second !== undefined) {
      const { file, line } = second.place;
      const why = `It is an alias in the topics ${all.map(({ topic }) => topic).join(" and ")}`;
      findings.push(duplicate(`the view ${first.name}`, why, { file, at: { line } }));
    }
    return all.flatMap(({ name, from, place }) => {
      const view = known.get(from);
      return view === undefined ? [] : [aliasOf(view, name, place)];
    });
  });
  return { views: [...joined, ...named], findings };
}

function aliasOf(view: ModelView, name: string, place: ModelView["place"]): ModelView {
  return { ...view, name, place, standsFor: view.standsFor ?? view.name };
}
