import { groupBy } from "../../util/collections.js";
import type { ModelPlace, ModelView } from "../model-description.js";
import type { TopicAlias, TopicPart } from "./describe-topic.js";
import type { ViewPart } from "./describe-view.js";
import { duplicate, type ModelFinding, refused } from "./nodes/finding.js";

/**
 * The views that the engine makes of written ones, with everything of the view that they stand for: `join_as` of a primary
 * identifier, without measures unless it asks for them, and `from` of a topic's view, with measures unless it refuses
 * them. Topics that mean two things by one alias make it twice, and the order of files decides which one counts.
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
    if (other !== undefined)
      findings.push(refused(`two views are joined as ${first.name}`, whereOf(other.place)));
    return aliasOf(first.view, first);
  });
  const known = new Map(views.map((view) => [view.writtenName, view]));
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

const whereOf = ({ file, line }: ModelPlace) => ({ file, at: { line } });
