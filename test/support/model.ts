import { describeModel, type ReadModel } from "../../src/config/model-files/read-model.js";

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
