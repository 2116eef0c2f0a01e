import type {
  ModelCalendar,
  ModelDashboard,
  ModelGrant,
  ModelRoot,
  OtherValue,
} from "../model-description.js";
import { reportDeadKeys } from "./access-keys.js";
import { definitionText } from "./definition-text.js";
import { describeTopic, type TopicPart } from "./describe-topic.js";
import { describeView, type ViewPart } from "./describe-view.js";
import { attributeNameOf, written } from "./filters.js";
import { nameOf, requireKeys, rootOf } from "./guarded.js";
import type { ModelDocument, ModelMap, ModelNode } from "./nodes/document.js";
import { type ModelFinding, notText, refused } from "./nodes/finding.js";
import { createReader, type Reader, scalarsIn } from "./nodes/node-reader.js";
import { engineValue, identityOf, isTrue } from "./nodes/scalars.js";
import { findUnusable } from "./nodes/unusable.js";

/** The content of one file of a data model, before the files are put together. */
export interface ModelPart {
  readonly grants: readonly ModelGrant[];
  readonly models: readonly ModelRoot[];
  readonly views: readonly ViewPart[];
  readonly topics: readonly TopicPart[];
  readonly dashboards: readonly ModelDashboard[];
  readonly findings: readonly ModelFinding[];
  /** The findings that the engine refuses as soon as an object requires a grant. */
  readonly brokenGrants: readonly ModelFinding[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

export const emptyPart = (): Mutable<ModelPart> => ({
  grants: [],
  models: [],
  views: [],
  topics: [],
  dashboards: [],
  findings: [],
  brokenGrants: [],
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
  const unusable = findUnusable(root, type === "view");
  if (unusable) reader.report(refused(unusable.why, reader.where(unusable.node)));
  reportDeadKeys(reader, root, type ?? "");
  if (type === "model") {
    requireKeys(reader, root, "a model", ["name", "connection"]);
    const connection = definitionText(reader.at(root, "connection"));
    const calendar = calendarOf(reader, root);
    part.models.push({ ...rootOf(reader, root, nameOf(reader, root, "name")), connection, calendar });
    part.grants.push(...describeGrants(reader, root, part.brokenGrants));
  } else if (type === "view") part.views.push(describeView(reader, root));
  else if (type === "topic") part.topics.push(describeTopic(reader, root));
  else {
    requireKeys(reader, root, "a dashboard", ["name"]);
    part.dashboards.push(rootOf(reader, root, nameOf(reader, root, "name").toLowerCase()));
  }
  return part;
}

function calendarOf(reader: Reader, root: ModelMap): ModelCalendar {
  const textAt = (key: string): string => {
    const node = reader.at(root, key);
    return isTrue(node) ? (reader.value(node)?.text ?? definitionText(node)) : "";
  };
  const isFalse = (key: string): boolean => {
    const value = reader.value(reader.at(root, key));
    return value?.kind === "truth" && !value.truth;
  };
  const weekStart = textAt("week_start_day").toLowerCase();
  return {
    zone: textAt("timezone"),
    weekStart: weekStart === "monday" ? "" : weekStart,
    fiscalOffset: textAt("fiscal_month_offset"),
    keepsZone: isFalse("default_convert_tz") || isFalse("default_convert_timezone"),
  };
}

/** Grants, and what makes the engine fail once something requires a grant, whichever it is. */
function describeGrants(reader: Reader, root: ModelMap, broken: ModelFinding[]): readonly ModelGrant[] {
  const list = reader.at(root, "access_grants");
  if (list === undefined) return [];
  if (list.kind !== "list") {
    broken.push(refused("access_grants is no list", reader.where(list)));
    return [];
  }
  return list.items.flatMap((item): readonly ModelGrant[] => {
    const missing = ["name", "user_attribute", "allowed_values"].find((key) => !reader.has(item, key));
    if (missing !== undefined) {
      broken.push(refused(`a grant has no \`${missing}\``, reader.where(item)));
      return [];
    }
    const name = reader.value(reader.at(item, "name"));
    return [
      {
        name: name === undefined ? "" : identityOf(name),
        attribute: attributeNameOf(reader, item),
        ...allowedBy(reader, reader.at(item, "allowed_values")),
        place: reader.place(item),
      },
    ];
  });
}

function allowedBy(
  reader: Reader,
  node: ModelNode | undefined,
): Pick<ModelGrant, "allowed" | "within" | "others" | "isBroken"> {
  const value = reader.value(node);
  if (value?.kind === "text") return { allowed: [], within: value.text };
  const parts = node && scalarsIn(node);
  if (node === undefined || parts === undefined) {
    if (node)
      reader.report(
        notText(written(node), "The engine fails on everybody who has a value.", reader.where(node)),
      );
    return { allowed: [], isBroken: true };
  }
  const others = parts.flatMap(({ kind, text }): readonly OtherValue[] =>
    kind === "text" ? [] : [{ kind: kind === "number" || kind === "date" ? kind : "other", text }],
  );
  for (const item of node.kind === "list" && others.length > 0 ? node.items : [])
    if (item.kind !== "scalar" || engineValue(item).kind !== "text")
      reader.report(notText(written(item), "Nobody who has a value passes by it.", reader.where(item)));
  return {
    allowed: parts.flatMap(({ kind, text }) => (kind === "text" ? [text] : [])),
    ...(others.length > 0 && { others }),
  };
}
