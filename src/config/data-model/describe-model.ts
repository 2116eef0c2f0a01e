import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import {
  type ModelDescription,
  type ModelField,
  type ModelFilter,
  type ModelGrant,
  type ModelPlace,
  type ModelTemplate,
  type ModelTopic,
  type ModelView,
  UNREADABLE,
} from "../../access/data/model-description.js";
import { createLocator } from "../parse/location.js";
import { parseForeignSource } from "../parse/parse-source.js";
import type { Source, Span } from "../parse/source.js";
import { type FileDiagnostic, warning } from "../validate/file-diagnostic.js";

/** The contents of one file of a data model, with findings on the parts that are not understood. */
export interface ModelFile extends Omit<ModelDescription, "complete"> {
  readonly findings: readonly FileDiagnostic[];
}

/**
 * Reads the models, views, topics and dashboards of one file by its `type`. Unknown keys, and files of another type, are
 * passed over. A known key with a value of another form is a finding: it may keep out people who are shown as let in.
 */
export function describeModelFile(source: Source): ModelFile {
  const file: MutableFile = { grants: [], models: [], views: [], topics: [], dashboards: [], findings: [] };
  // A model's folder holds much else, and some of it is a template that no parser reads.
  if (!/\btype["']?\s*:/.test(source.text)) return file;
  const documents = parseForeignSource(source);
  if ("code" in documents) return { ...file, findings: [misunderstood(documents.summary, documents.span)] };
  for (const document of documents) {
    if (!isMap(document.contents)) continue;
    describe(createReader(source, document, file.findings), document.contents, file);
  }
  return file;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };
type MutableFile = Mutable<ModelFile>;

function describe(reader: Reader, root: YAMLMap, file: MutableFile): void {
  switch (reader.text(root, "type")) {
    case "model":
      file.models.push(guarded(reader, root, "name"));
      file.grants.push(
        ...(reader.items(root, "access_grants") ?? []).flatMap((item) => grantOf(reader, item)),
      );
      break;
    case "view":
      file.views.push(viewOf(reader, root));
      break;
    case "topic":
      file.topics.push(topicOf(reader, root));
      break;
    case "dashboard":
      file.dashboards.push(guarded(reader, root, "name"));
      break;
  }
}

function guarded(reader: Reader, map: YAMLMap, ...nameKeys: readonly string[]) {
  const name = nameKeys.map((key) => reader.text(map, key)).find((text) => text !== undefined);
  if (name === undefined) reader.report(map, `a ${reader.text(map, "type") ?? "field"} has a name`);
  return {
    name: name ?? "",
    requires: reader.texts(map, "required_access_grants") ?? [UNREADABLE],
    place: reader.place(map),
  };
}

function grantOf(reader: Reader, item: Node): ModelGrant[] {
  const [name, attribute] = [reader.text(item, "name"), reader.text(item, "user_attribute")];
  if (name === undefined || attribute === undefined || !reader.has(item, "allowed_values")) {
    reader.report(item, "a grant has a name, a user_attribute and allowed_values");
    // It is still the first of its name.
    return name === undefined ? [] : [{ name, attribute: "", allowed: [], place: reader.place(item) }];
  }
  const allowed = reader.texts(item, "allowed_values");
  const known = allowed === undefined ? { attribute: "", allowed: [] } : { attribute, allowed };
  return [{ name, ...known, place: reader.place(item) }];
}

/** The filters of a view or topic; what is not understood limits rows in a way that is not read. */
function filtersOf(
  reader: Reader,
  map: YAMLMap,
  view: string,
): { readonly filters: readonly ModelFilter[]; readonly unread: readonly ModelTemplate[] } {
  const items = reader.items(map, "access_filters");
  const filters = (items ?? []).flatMap((item): ModelFilter[] => {
    const [field, attribute] = [reader.text(item, "field"), reader.text(item, "user_attribute")];
    if (field === undefined || attribute === undefined) {
      reader.report(item, "a filter has a field and a user_attribute");
      return [];
    }
    return [
      { field: field.includes(".") ? field : `${view}.${field}`, attribute, place: reader.place(item) },
    ];
  });
  const isRead = items !== undefined && filters.length === items.length;
  return { filters, unread: isRead ? [] : [{ attribute: "", place: reader.place(map) }] };
}

function viewOf(reader: Reader, root: YAMLMap): ModelView {
  const model = reader.text(root, "model_name");
  const view = guarded(reader, root, "name");
  const { filters, unread } = filtersOf(reader, root, view.name);
  return {
    ...view,
    ...(model !== undefined && { model }),
    fields: (reader.items(root, "fields") ?? []).flatMap((item) => fieldOf(reader, item)),
    filters,
    templates: [...reader.templates(root, "fields"), ...unread],
  };
}

function fieldOf(reader: Reader, item: Node): ModelField[] {
  if (!isMap(item)) {
    reader.report(item, "a field has a name");
    return [];
  }
  const field = guarded(reader, item, "name");
  return [
    {
      ...field,
      isNumber: reader.text(item, "type") === "number",
      names: [
        field.name,
        ...(reader.texts(item, "timeframes") ?? []).map((timeframe) => `${field.name}_${timeframe}`),
        ...(reader.texts(item, "intervals") ?? []).map((interval) => `${interval}s_${field.name}`),
      ],
      templates: reader.templates(item),
    },
  ];
}

function topicOf(reader: Reader, root: YAMLMap): ModelTopic {
  const model = reader.text(root, "model_name");
  const base = reader.text(root, "base_view");
  const views = new Map<string, boolean>(base === undefined ? [] : [[base, false]]);
  for (const { key, value } of reader.pairs(root, "views")) {
    const overrides = value && reader.text(value, "override_access_filters");
    views.set(key, overrides?.toLowerCase() === "true");
  }
  const { filters, unread } = filtersOf(reader, root, base ?? "");
  return {
    ...guarded(reader, root, "name", "label"),
    ...(model !== undefined && { model }),
    views: [...views].map(([name, overridesFilters]) => ({ name, overridesFilters })),
    filters,
    templates: [...reader.templates(root), ...unread],
  };
}

type Reader = ReturnType<typeof createReader>;

/** Reads one document, through its aliases; a node that is not a mapping has no keys. */
function createReader(source: Source, document: Document, findings: FileDiagnostic[]) {
  const placeOf = createLocator();
  const hasTemplates = source.text.includes("user_attributes");
  const resolved = (node: unknown): Node | undefined =>
    isAlias(node) ? node.resolve(document) : ((node ?? undefined) as Node | undefined); // a parsed document's
  const at = (node: Node, key: string): Node | undefined =>
    isMap(node) ? (resolved(node.get(key, true)) ?? mergedAt(node, key, resolved, 0)) : undefined;
  const textOf = (node: Node | undefined): string | undefined =>
    isScalar(node) && !isNull(node) ? String(node.value) : undefined;
  const place = ({ range }: Node): ModelPlace => {
    const [start] = range ?? [0];
    return { file: source.filename, line: placeOf({ source, start, end: start }).range.start.line };
  };
  const report = (node: Node, why: string): void => {
    const [start, , end] = node.range ?? [0, 0, 0];
    findings.push(misunderstood(why, { source, start, end }));
  };
  return {
    place,
    report,
    has: (node: Node, key: string): boolean => at(node, key) !== undefined,
    text: (node: Node, key: string): string | undefined => textOf(at(node, key)),
    /** The texts of a list, or one text alone; nothing, and a finding, for anything else. */
    texts(map: Node, key: string): readonly string[] | undefined {
      const node = at(map, key);
      const nodes = isSeq(node) ? node.items.map(resolved) : [node];
      const odd = nodes.find((one) => isMap(one) || isSeq(one));
      if (odd === undefined) return nodes.flatMap((one) => textOf(one) ?? []);
      report(odd, `${key} is a list of texts`);
      return undefined;
    },
    /** The items of a list, none where there is no list; nothing, and a finding, for anything else. */
    items(map: Node, key: string): readonly Node[] | undefined {
      const list = at(map, key);
      if (isSeq(list)) return list.items.flatMap((item) => resolved(item) ?? []);
      if (list === undefined || isNull(list)) return [];
      report(list, `${key} is a list`);
      return undefined;
    },
    /** The entries of a mapping; a finding for anything else. */
    pairs(map: Node, key: string): readonly { readonly key: string; readonly value: Node | undefined }[] {
      const node = at(map, key);
      if (node !== undefined && !isMap(node) && !isNull(node)) report(node, `${key} is a mapping`);
      const pairs: readonly Pair[] = isMap(node) ? node.items : [];
      return pairs.map(({ key, value }) => ({ key: textOf(resolved(key)) ?? "", value: resolved(value) }));
    },
    /** The attributes that templates anywhere in a node name, but below the key `except`. */
    templates: (node: Node, except?: string): readonly ModelTemplate[] =>
      hasTemplates
        ? [...templatesIn(node, resolved, except)].map((name) => ({ attribute: name, place: place(node) }))
        : [],
  };
}

const isNull = (node: Node): boolean =>
  isScalar(node) && node.type === "PLAIN" && /^(?:~|null|Null|NULL)?$/.test(node.source ?? "");

/** Merge keys inside merged mappings; people write one level. */
const MAX_MERGES = 8;

/** A key that `<<` brings into a mapping; of several mappings the first that has it. */
function mergedAt(
  map: YAMLMap,
  key: string,
  resolved: (node: unknown) => Node | undefined,
  depth: number,
): Node | undefined {
  const merged = resolved(map.get("<<", true));
  if (merged === undefined || depth >= MAX_MERGES) return undefined;
  for (const from of isSeq(merged) ? merged.items.map(resolved) : [merged]) {
    if (!isMap(from)) continue;
    const found = resolved(from.get(key, true)) ?? mergedAt(from, key, resolved, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A reference such as `user_attributes['region']`, `user_attributes["region"]` or `user_attributes.region`. */
const TEMPLATE = /\buser_attributes\b\s*(?:\[\s*['"]([^'"]+)['"]\s*\]|\.\s*(\w+))?/g;

function templatesIn(
  start: Node,
  resolved: (node: unknown) => Node | undefined,
  except: string | undefined,
): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<Node>();
  const look = (node: Node | undefined): void => {
    if (node === undefined || seen.has(node)) return;
    seen.add(node);
    if (isScalar(node)) {
      for (const [, quoted, plain] of String(node.value).matchAll(TEMPLATE)) found.add(quoted ?? plain ?? "");
    } else if (isSeq(node)) {
      for (const item of node.items) look(resolved(item));
    } else if (isMap(node)) {
      for (const { key, value } of node.items)
        if (node !== start || !isScalar(key) || key.value !== except) look(resolved(value));
    }
  };
  look(start);
  return found;
}

function misunderstood(why: string, span: Span | undefined): FileDiagnostic {
  const detail = "What this says about access is not known: answers that depend on it are called unclear.";
  return warning("model-unreadable", `The data model cannot be understood here: ${why}`, detail, { span });
}
