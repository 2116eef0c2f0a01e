import { isMap } from "yaml";
import type { DataModel } from "../../access/data/data-model.js";
import { type Data, type DataList, type DataMap, isDataList, isDataMap } from "../parse/data.js";
import { parseForeignSource } from "../parse/parse-source.js";
import type { Source, Span } from "../parse/source.js";
import { toData } from "../parse/to-data.js";
import { createOrigins, type Origins, spanOf, textOf } from "../substitute/source-map.js";
import { type Finding, warning } from "../validate/finding.js";

/** What one file of a data model says about access, and what in it is not understood. */
export interface ModelFacts extends Pick<DataModel, "grants" | "filters" | "requirements"> {
  readonly findings: readonly Finding[];
}

/** Gathers `access_grants`, `access_filters` and `required_access_grants`, wherever they stand in a file's documents. */
export function parseModelFile(source: Source): ModelFacts {
  const walk: Walk = {
    filename: source.filename,
    origins: createOrigins(),
    grants: [],
    filters: [],
    requirements: [],
    findings: [],
    seen: new Set(),
  };
  // A model's folder holds much that is not about access, and some of it is a template that no parser reads.
  if (!/access_grants|access_filters/.test(source.text)) return walk;
  const documents = parseForeignSource(source);
  if ("code" in documents) return { ...walk, findings: [misunderstood(documents.summary, documents.span)] };
  for (const document of documents) {
    if (!isMap(document.contents)) continue;
    const file = { source, root: document.contents, document };
    const { data, findings } = toData(file, (text) => ({ text, problems: [] }), walk.origins);
    const limit = findings.find(({ code }) => code === "alias-limit");
    if (limit === undefined) gather(data, walk);
    else walk.findings.push(misunderstood(limit.summary, limit.span));
  }
  return walk;
}

interface Walk {
  readonly filename: string;
  readonly origins: Origins;
  readonly grants: DataModel["grants"][number][];
  readonly filters: DataModel["filters"][number][];
  readonly requirements: DataModel["requirements"][number][];
  readonly findings: Finding[];
  /** What aliases share is gathered once. */
  readonly seen: Set<Data>;
}

function gather(data: Data, walk: Walk): void {
  if (typeof data !== "object" || data === null || walk.seen.has(data)) return;
  walk.seen.add(data);
  if (isDataMap(data)) {
    gatherGrants(data, walk);
    gatherFilters(data, walk);
    for (const grant of textsOf(data, "required_access_grants", walk))
      walk.requirements.push({ grant, file: walk.filename });
  }
  for (const value of Object.values(data)) gather(value, walk);
}

function gatherGrants(holder: DataMap, walk: Walk): void {
  for (const [list, i] of entriesOf(holder, "access_grants", walk)) {
    const grant = list[i];
    const name = textAt(grant, "name", walk);
    const attribute = textAt(grant, "user_attribute", walk);
    if (!isDataMap(grant) || name === undefined || attribute === undefined || !("allowed_values" in grant)) {
      report(walk, list, i, "a grant has a name, a user_attribute and allowed_values");
    } else {
      const allowed = textsOf(grant, "allowed_values", walk);
      walk.grants.push({ name, attribute, allowed, file: walk.filename });
    }
  }
}

function gatherFilters(holder: DataMap, walk: Walk): void {
  for (const [list, i] of entriesOf(holder, "access_filters", walk)) {
    const field = textAt(list[i], "field", walk);
    const attribute = textAt(list[i], "user_attribute", walk);
    if (field === undefined || attribute === undefined)
      report(walk, list, i, "a filter has a field and a user_attribute");
    else walk.filters.push({ field, attribute, file: walk.filename });
  }
}

/** The places of a list's entries; a key without a value has none. */
function entriesOf(holder: DataMap, key: string, walk: Walk): [DataList, number][] {
  const list = holder[key] ?? [];
  if (isDataList(list)) return list.map((_, i) => [list, i]);
  report(walk, holder, key, `${key} is a list`);
  return [];
}

function textAt(data: Data | undefined, key: string, { origins }: Walk): string | undefined {
  return isDataMap(data) && data[key] !== null ? textOf(origins, data, key) : undefined;
}

/** The texts of a list, or one text alone, exactly as the file writes them. */
function textsOf(holder: DataMap, key: string, walk: Walk): readonly string[] {
  const value = holder[key];
  if (isDataList(value)) return value.flatMap((_, i) => textOf(walk.origins, value, i) ?? []);
  return [textAt(holder, key, walk) ?? []].flat();
}

function report(
  { origins, findings }: Walk,
  holder: DataMap | DataList,
  at: string | number,
  why: string,
): void {
  findings.push(misunderstood(why, spanOf(origins, holder, at, "value")));
}

function misunderstood(why: string, span: Span | undefined): Finding {
  const detail = "What this says about grants and filters is not known, so nothing is called unused.";
  return warning("model-unreadable", `The data model cannot be understood here: ${why}`, detail, { span });
}
