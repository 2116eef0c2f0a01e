import { describeModel, type ReadModel } from "../../src/config/model-files/read-model.js";
import type { PersonValues } from "../../src/data-model/answer/person-data.js";
import type { EffectiveValue } from "../../src/model/plan/plan.js";
import type { Person } from "../../src/model/plan/view.js";

/** A data model from the texts of its files, all of which must be understood; three dashes part several files in a text. */
export function modelOf(...texts: readonly string[]): ReadModel {
  const model = readTexts(...texts.flatMap((text) => text.split("\n---\n")));
  if (model.diagnostics.length > 0) throw new Error(JSON.stringify(model.diagnostics));
  return model;
}

/** A data model from the texts of its files, whatever is to say about them. */
export function readTexts(...texts: readonly string[]): ReadModel {
  return describeModel(texts.map((text, i) => ({ filename: `${i}.yml`, text })));
}

/** Somebody with these values; several texts are a tie. */
export function personWith(values: PersonValues): Person {
  const effectiveOf = (texts: readonly string[]): EffectiveValue =>
    texts.length === 1
      ? { value: texts[0] ?? "", source: { kind: "own" } }
      : {
          value: texts.join(" | "),
          source: { kind: "tie", groups: ["A", "B"], values: texts, precedence: 1 },
        };
  return {
    workspace: "prod",
    member: "ada@northwind.example",
    role: "view",
    limitedBy: "values",
    presence: "member",
    groups: [],
    values: Object.fromEntries(Object.entries(values).map(([name, texts]) => [name, effectiveOf(texts)])),
  };
}
