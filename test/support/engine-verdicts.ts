import type { ReadModel } from "../../src/config/model-files/read-model.js";
import { dataJudge } from "../../src/data-model/answer/people-data.js";
import type { EngineAnswer } from "./engine-answers.js";
import { personWith } from "./model.js";

/** What changes in the engine's own answers between two people, or between two models. */
interface EngineChange {
  readonly gains: readonly string[];
  readonly loses: readonly string[];
  /** Places with other conditions, of which nobody can say by their text which holds more. */
  readonly differs: readonly string[];
}

/**
 * Compares orgform's verdict with the engine's answers: nothing changes where the verdict is `same`, and nothing is gained
 * where it is `narrowed`.
 */
export function judgeVerdict(
  [from, before]: readonly [ReadModel, EngineAnswer],
  [to, after]: readonly [ReadModel, EngineAnswer],
): string | undefined {
  const personOf = ({ user }: EngineAnswer) =>
    personWith(Object.fromEntries(Object.entries(user).map(([name, value]) => [name, [value]])));
  const { verdict } = dataJudge(from, to).judge(personOf(before), personOf(after));
  const { gains, loses, differs } = changeOf(before, after);
  const wrong = verdict === "same" ? [...gains, ...loses, ...differs] : verdict === "narrowed" ? gains : [];
  return wrong.length === 0 ? undefined : `${verdict}, and in the engine: ${wrong.slice(0, 3).join(", ")}`;
}

function changeOf(before: EngineAnswer, after: EngineAnswer): EngineChange {
  const [was, is] = [objectsOf(before), objectsOf(after)];
  const [rowsBefore, rowsAfter] = [rowsOf(before), rowsOf(after)];
  const gains = [...is].filter((object) => !was.has(object));
  const loses = [...was].filter((object) => !is.has(object));
  const differs: string[] = [];
  for (const [place, sql] of rowsAfter) {
    const old = rowsBefore.get(place);
    if (old === undefined || old === sql) continue;
    if (old === NONE || sql === ALL) gains.push(place);
    else if (sql === NONE || old === ALL) loses.push(place);
    else differs.push(`${place}: ${old} becomes ${sql}`);
  }
  return { gains, loses, differs };
}

function objectsOf({ models = [], views = [], fields = [], topics = [], dashboards = [] }: EngineAnswer) {
  const of = (kind: string, names: readonly string[]) => names.map((name) => `${kind}:${name}`);
  return new Set([
    ...of("model", models),
    ...of("view", views),
    ...of("field", fields),
    ...of("topic", topics),
    ...of("dashboard", dashboards),
  ]);
}

const NONE = "(refused)";
const ALL = "(all)";

function rowsOf({ conditions = [] }: EngineAnswer): ReadonlyMap<string, string> {
  return new Map(
    conditions.map(({ topic, view, sql }) => [
      `${topic ?? ""}/${view}`,
      // Brackets around a column change nothing.
      sql === null ? ALL : typeof sql === "object" ? NONE : sql.replace(/^\(([\w.]+)\)/, "$1"),
    ]),
  );
}
