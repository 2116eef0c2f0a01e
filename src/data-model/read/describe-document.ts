import type { ModelDashboard, ModelGrant, ModelRoot } from "../model-description.js";
import { describeGrants } from "./describe-grants.js";
import { describeTopic, type TopicPart } from "./describe-topic.js";
import { describeView, type ViewPart } from "./describe-view.js";
import { nameOf, requireKeys, rootOf } from "./guarded.js";
import type { ModelDocument } from "./nodes/document.js";
import { type ModelFinding, refused } from "./nodes/finding.js";
import { findKeyTwice } from "./nodes/key-twice.js";
import { createReader } from "./nodes/node-reader.js";
import { textOfNode } from "./nodes/templates.js";

/** The content of one file of a data model, before the files are put together. */
export interface ModelPart {
  readonly grants: readonly ModelGrant[];
  readonly models: readonly ModelRoot[];
  readonly views: readonly ViewPart[];
  readonly topics: readonly TopicPart[];
  readonly dashboards: readonly ModelDashboard[];
  readonly findings: readonly ModelFinding[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

export const emptyPart = (): Mutable<ModelPart> => ({
  grants: [],
  models: [],
  views: [],
  topics: [],
  dashboards: [],
  findings: [],
});

/**
 * Reads the model, view, topic or dashboard of one file by its `type`. Unknown keys, and files of another type, are passed
 * over. What the query engine refuses is a finding.
 */
export function describeDocument(document: ModelDocument): ModelPart {
  const part = emptyPart();
  const { root } = document;
  if (root.kind !== "map") return part;
  const reader = createReader(document, part.findings);
  const type = reader.text(root, "type");
  if (!["model", "view", "topic", "dashboard"].includes(type ?? "")) return part;
  const twice = findKeyTwice(root);
  if (twice) reader.report(refused("a key stands twice in a mapping", reader.where(twice)));
  if (type === "model") {
    requireKeys(reader, root, "a model", ["name", "connection"]);
    const connection = textOfNode([reader.at(root, "connection")]);
    part.models.push({ ...rootOf(reader, root, nameOf(reader, root, "name")), connection });
    part.grants.push(...describeGrants(reader, root));
  } else if (type === "view") part.views.push(describeView(reader, root));
  else if (type === "topic") part.topics.push(describeTopic(reader, root));
  else {
    requireKeys(reader, root, "a dashboard", ["name"]);
    part.dashboards.push(rootOf(reader, root, nameOf(reader, root, "name").toLowerCase()));
  }
  return part;
}
