import type { ModelDescription } from "../../src/access/data/model-description.js";
import { describeModelFile } from "../../src/config/data-model/describe-model.js";

/** A data model from the texts of its files, all of which must be understood. */
export function modelOf(...texts: readonly string[]): ModelDescription {
  const files = texts.map((text, i) => describeModelFile({ filename: `${i}.yml`, text }));
  const findings = files.flatMap((file) => file.findings);
  if (findings.length > 0) throw new Error(JSON.stringify(findings));
  return {
    grants: files.flatMap(({ grants }) => grants),
    models: files.flatMap(({ models }) => models),
    views: files.flatMap(({ views }) => views),
    topics: files.flatMap(({ topics }) => topics),
    dashboards: files.flatMap(({ dashboards }) => dashboards),
    complete: true,
  };
}
