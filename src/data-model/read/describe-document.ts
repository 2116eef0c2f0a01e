import { finding } from "../../model/diagnostic.js";
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
import { type ModelFinding, notText, type PlaceInModel, refused } from "./nodes/finding.js";
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
function reportDeadKeys(reader: Reader, root: ModelMap, type: string): void {
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
      if (intended !== undefined)
        reader.report(deadKey(text, intended, KEYS[intended] ?? "", reader.where(key)));
      // A mapping that should have been a list is reported by itself.
      const below = spot.each ?? spot.below?.[intended ?? text] ?? NOTHING;
      if (value.kind !== "scalar" && !FREE.has(text)) visit(value, below);
    }
  };
  visit(root, ROOTS[type] ?? NOTHING);
}

const ACCESS_WORDS = /acc?es|grant|filt|attr|allow|user/i;

/** The key about access that a key is instead of; nothing for one that the engine reads, and for any other. */
function suggestWithSynonyms(text: string, spot: KeyPlace): string | undefined {
  if (spot.reads.includes(text)) return undefined;
  if (text in KEYS) return text;
  const folded = text.toLowerCase().replace(/[-\s]+/g, "_");
  return Object.keys(KEYS).find(
    (key) => isNear(folded, key) && (spot.reads.includes(key) || isComplete(key)),
  );
}

/**
 * Returns true for keys that are seldom another one's misspelling; those of a grant or filter count within
 * one only.
 */
const isComplete = (key: string): boolean => key.includes("access");

/** Returns true if one text becomes the other by at most two letters more, less or other. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return false;
  let row = [...other].map((_, i) => i + 1);
  for (const [i, letter] of [...one].entries()) {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      left = Math.min(above + 1, left + 1, diagonal + (letter === other[j] ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return (row.at(-1) ?? 0) <= 2;
}

/** A key about access that the engine does not read where it stands, so that nothing is guarded or limited by it. */
function deadKey(key: string, intended: string, where: string, place: PlaceInModel): ModelFinding {
  const written = `\`${key}\``;
  return {
    ...finding(
      "model-access-key",
      key === intended
        ? `The query engine does not read ${written} here`
        : `The query engine does not read ${written}; \`${intended}\` was probably meant`,
      `Nothing is guarded or limited by it. The engine reads \`${intended}\` ${where}.`,
    ),
    ...place,
  };
}
