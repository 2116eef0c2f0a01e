import { distance } from "fastest-levenshtein";
import { own } from "../../util/record.js";
import type {
  ModelCalendar,
  ModelDashboard,
  ModelGrant,
  ModelRoot,
  OtherValue,
} from "../model-description.js";
import { definitionText } from "./definition-text.js";
import { describeTopic, type TopicPart } from "./describe-topic.js";
import { describeView, type ViewPart } from "./describe-view.js";
import { attributeNameOf, written } from "./filters.js";
import { nameOf, requireKeys, rootOf } from "./guarded.js";
import type { ModelDocument, ModelMap, ModelNode } from "./nodes/document.js";
import { findingAt, type ModelFinding, notText, refused } from "./nodes/finding.js";
import {
  createReader,
  hasKey,
  identityIn,
  itemsOf,
  nodeAt,
  type Reader,
  scalarOf,
  scalarsIn,
  textAt,
} from "./nodes/node-reader.js";
import { isTrue } from "./nodes/scalars.js";
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
  const type = textAt(root, "type") ?? "";
  const spot = own(ROOTS, type);
  if (spot === undefined) return part;
  const unusable = findUnusable(root, type === "view");
  if (unusable) reader.refuse(unusable.why, unusable.node);
  reportDeadKeys(reader, root, spot);
  if (type === "model") {
    requireKeys(reader, root, "a model", ["name", "connection"]);
    const connection = definitionText(nodeAt(root, "connection"));
    const calendar = calendarOf(root);
    part.models.push({ ...rootOf(reader, root, nameOf(root, "name")), connection, calendar });
    part.grants.push(...describeGrants(reader, root, part.brokenGrants));
  } else if (type === "view") part.views.push(describeView(reader, root));
  else if (type === "topic") part.topics.push(describeTopic(reader, root));
  else {
    requireKeys(reader, root, "a dashboard", ["name"]);
    part.dashboards.push(rootOf(reader, root, nameOf(root, "name").toLowerCase()));
  }
  return part;
}

function calendarOf(root: ModelMap): ModelCalendar {
  const textAt = (key: string): string => {
    const node = nodeAt(root, key);
    return isTrue(node) ? (scalarOf(node)?.text ?? definitionText(node)) : "";
  };
  const isFalse = (key: string): boolean => {
    const { kind, text } = scalarOf(nodeAt(root, key)) ?? {};
    return kind === "truth" && text === "false";
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
  const list = nodeAt(root, "access_grants");
  if (list && list.kind !== "list") broken.push(refused("access_grants is no list", reader.where(list)));
  return itemsOf(list).flatMap((item): readonly ModelGrant[] => {
    const missing = ["name", "user_attribute", "allowed_values"].find((key) => !hasKey(item, key));
    const values = nodeAt(item, "allowed_values");
    if (missing !== undefined || values === undefined) {
      broken.push(refused(`a grant has no \`${missing}\``, reader.where(item)));
      return [];
    }
    return [
      {
        name: identityIn(nodeAt(item, "name")),
        attribute: attributeNameOf(reader, item),
        ...allowedBy(reader, values),
        place: reader.place(item),
      },
    ];
  });
}

function allowedBy(
  reader: Reader,
  node: ModelNode,
): Pick<ModelGrant, "allowed" | "within" | "others" | "isBroken"> {
  const value = scalarOf(node);
  if (value?.kind === "text") return { allowed: [], within: value.text };
  const parts = scalarsIn(node);
  if (parts === undefined) {
    const consequence = "The engine fails on everybody who has a value.";
    reader.report(notText(written(node), consequence, reader.where(node)));
    return { allowed: [], isBroken: true };
  }
  const others = parts.flatMap(({ kind, text }): readonly OtherValue[] =>
    kind === "text" ? [] : [{ kind: kind === "number" || kind === "date" ? kind : "other", text }],
  );
  for (const item of itemsOf(node))
    if (scalarOf(item)?.kind !== "text")
      reader.report(notText(written(item), "Nobody who has a value passes by it.", reader.where(item)));
  return {
    allowed: parts.flatMap(({ kind, text }) => (kind === "text" ? [text] : [])),
    ...(others.length > 0 && { others }),
  };
}

/**
 * The meaning of a node to the engine: the keys about access that it reads there, and the places below other
 * keys.
 */
interface KeyPlace {
  readonly reads: readonly string[];
  readonly below?: Readonly<Record<string, KeyPlace>>;
  /** The place of each entry of a list, or of a mapping with names of its own. */
  readonly each?: KeyPlace;
}

const NOTHING: KeyPlace = { reads: [] };
const GUARDED: KeyPlace = { reads: ["required_access_grants"] };
const FILTERS: KeyPlace = { reads: [], each: { reads: ["user_attribute"] } };
const GRANTS: KeyPlace = { reads: [], each: { reads: ["user_attribute", "allowed_values"] } };
const FILTERED = ["required_access_grants", "access_filters"];

const ROOTS: Readonly<Record<string, KeyPlace>> = {
  model: { reads: ["required_access_grants", "access_grants"], below: { access_grants: GRANTS } },
  view: { reads: FILTERED, below: { access_filters: FILTERS, fields: { reads: [], each: GUARDED } } },
  topic: {
    reads: FILTERED,
    below: { access_filters: FILTERS, views: { reads: [], each: { reads: ["override_access_filters"] } } },
  },
  dashboard: GUARDED,
};

/** The keys about access, each with the places where the engine reads it. */
const KEYS: Readonly<Record<string, string>> = {
  access_filters: "at the top of a view or topic",
  access_grants: "at the top of a model",
  required_access_grants: "of a model, view, field, topic or dashboard",
  override_access_filters: "of an entry under a topic's `views`",
  user_attribute: "of a grant or an access filter",
  allowed_values: "of a grant",
};

/** Keys below which people write what they like. */
const FREE: ReadonlySet<string> = new Set(["extra", "meta"]);

/** Reports keys about access that the engine does not read where they stand, or that are nearly one. */
function reportDeadKeys(reader: Reader, root: ModelMap, spot: KeyPlace): void {
  const seen = new Set<ModelNode>();
  const visit = (node: ModelNode, spot: KeyPlace): void => {
    if (node.kind === "scalar" || seen.has(node)) return;
    seen.add(node);
    if (node.kind === "list") {
      for (const item of node.items) visit(item, spot.each ?? NOTHING);
      return;
    }
    for (const [key, value] of node.entries) {
      const text = key.kind === "scalar" ? key.text : "";
      const mayBeAccessKey = spot.each === undefined && ACCESS_WORDS.test(text) && isTrue(value);
      const intended = mayBeAccessKey ? suggestWithSynonyms(text, spot) : undefined;
      if (intended !== undefined) reportDeadKey(reader, key, text, intended);
      // A mapping that should have been a list is reported by itself.
      const below = spot.each ?? spot.below?.[intended ?? text] ?? NOTHING;
      if (value.kind !== "scalar" && !FREE.has(text)) visit(value, below);
    }
  };
  visit(root, spot);
}

const ACCESS_WORDS = /acc?es|grant|filt|attr|allow|user/i;

/** The key about access that a key is instead of; nothing for one that the engine reads, and for any other. */
function suggestWithSynonyms(text: string, spot: KeyPlace): string | undefined {
  if (spot.reads.includes(text)) return undefined;
  if (text in KEYS) return text;
  const folded = text.toLowerCase().replace(/[-\s]+/g, "_");
  // The keys of a grant or filter are close to ordinary words: they count within one only.
  return Object.keys(KEYS).find(
    (key) => distance(folded, key) <= 2 && (spot.reads.includes(key) || key.includes("access")),
  );
}

/** Reports a key that the engine does not read where it stands, so that nothing is guarded or limited by it. */
function reportDeadKey(reader: Reader, node: ModelNode, key: string, intended: string): void {
  const summary =
    key === intended
      ? `The query engine does not read \`${key}\` here`
      : `The query engine does not read \`${key}\`; \`${intended}\` was probably meant`;
  const detail = `Nothing is guarded or limited by it. The engine reads \`${intended}\` ${KEYS[intended]}.`;
  reader.report(findingAt(reader.where(node), "model-access-key", summary, detail));
}
