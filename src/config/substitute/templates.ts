import { canonicalEmail } from "../../model/email.js";
import { BOUNDS } from "../text/bounds.js";
import {
  type Data,
  type DataMap,
  dataMap,
  entries,
  entry,
  isDataList,
  isDataMap,
  items,
  sizeOf,
} from "../text/data.js";
import { type FileDiagnostic, fileFinding, type Where } from "../text/file-diagnostic.js";
import { layered, made, spanOf } from "../text/source-map.js";
import { quote, quoteAll } from "../text/wording.js";

const MAX_TEMPLATE_DEPTH = 50;

/**
 * Resolves `extends`: every workspace with what its templates give it, by name. Maps merge deeply; text, numbers and
 * lists override; later templates win over earlier ones, the workspace over all. A tombstone (`state: absent`) is
 * not merged: it neither takes from what it overrides nor gives to what overrides it.
 */
export function resolveTemplates(
  workspaces: Data | undefined,
  templates: Data | undefined,
  { templatedNodes } = BOUNDS,
): {
  readonly workspaces: readonly (readonly [string, DataMap])[];
  readonly findings: readonly FileDiagnostic[];
  /** Nodes that all workspaces take from templates. */
  readonly taken: number;
} {
  const findings: FileDiagnostic[] = [];
  const names = entries(templates).map(([name]) => name);
  const resolved = new Map<string, Resolved>();
  const sizes = new Map<Data, number>();
  let taken = 0;

  /**
   * Resolves the templates that a part extends; `open` holds those that are being resolved, outermost first.
   */
  function extend(part: DataMap, open: readonly string[]): Resolved {
    const list = entry(part, "extends");
    let merged: DataMap | undefined;
    let depth = 0;
    for (const [index, name] of items(list).entries()) {
      const where = { span: Array.isArray(list) ? spanOf(list, index, "value") : undefined };
      const base = typeof name === "string" ? template(name, open, where) : undefined;
      if (base === undefined) continue;
      depth = Math.max(depth, base.depth + 1);
      taken += sizeOf(base.data, sizes);
      if (taken > templatedNodes) {
        const detail = `All workspaces may take ${templatedNodes} nodes from templates together. Split the file, or give fewer things to each.`;
        findings.push(fileFinding("file-too-large", "The templates expand to too much", detail, where));
        break;
      }
      merged = merged === undefined ? base.data : merge(merged, base.data);
    }
    return { data: merged === undefined ? part : merge(merged, part), depth };
  }

  function template(name: string, open: readonly string[], where: Where): Resolved | undefined {
    const part = entry(templates, name);
    if (part === undefined) {
      findings.push(unknownTemplate(name, names, where));
      return undefined;
    }
    if (open.includes(name)) {
      findings.push(templateCycle([...open.slice(open.indexOf(name)), name], where));
      return undefined;
    }
    if (!isDataMap(part)) return undefined;
    const known = resolved.get(name);
    if (open.length + (known?.depth ?? 0) > MAX_TEMPLATE_DEPTH) {
      const detail = `A chain of ${MAX_TEMPLATE_DEPTH} templates is the longest that orgform follows.`;
      findings.push(fileFinding("file-too-large", "Templates extend one another too deeply", detail, where));
      return undefined;
    }
    const whole = known ?? extend(part, [...open, name]);
    resolved.set(name, whole);
    return whole;
  }

  for (const name of names) template(name, [], {});
  const extended = entries(workspaces).map(([name, part]): [string, DataMap] => [
    name,
    isDataMap(part) ? extend(part, []).data : dataMap([]),
  ]);
  return { workspaces: extended, findings, taken };
}

function unknownTemplate(name: string, names: readonly string[], where: Where): FileDiagnostic {
  const known = names.length > 0 ? `Templates: ${quoteAll(names)}.` : "The file has no `templates`.";
  const suggestion = { text: name, among: names };
  return fileFinding("unknown-template", `There is no template ${quote(name)}`, known, {
    ...where,
    suggestion,
  });
}

/**
 * The error about templates that extend each other; `cycle` names them in order, the first again at the end.
 */
function templateCycle(cycle: readonly string[], where: Where): FileDiagnostic {
  const summary = `The template ${quote(cycle[0] ?? "")} extends itself`;
  return fileFinding("unknown-template", summary, `The cycle is ${cycle.map(quote).join(" → ")}.`, where);
}

/** A template with all that it extends; `depth` counts the longest chain below it. */
interface Resolved {
  readonly data: DataMap;
  readonly depth: number;
}

/**
 * The subject of a mapping: the keys below a workspace's `members` are people, and letter case does not
 * distinguish them; `picks` selects people of the list by a `where`, which is replaced as a whole.
 */
type Level = "workspace" | "people" | "groups" | "group" | "picks" | "other";

/** The subject of the entry of a mapping. */
function levelBelow(level: Level, key: string): Level {
  if (level === "groups") return "group";
  if (level === "group") return key === "members" ? "picks" : "other";
  if (level !== "workspace") return "other";
  if (key === "members") return "people";
  if (key === "groups") return "groups";
  return key === "people" ? "picks" : "other";
}

function merge(base: DataMap, over: DataMap, level: Level = "workspace"): DataMap {
  if (isTombstone(base) || isTombstone(over)) return over;
  const merged = new Map(Object.entries(base));
  const spelling =
    level === "people" ? new Map([...merged.keys()].map((key) => [canonicalEmail(key), key])) : undefined;
  for (const [key, value] of Object.entries(over)) {
    const same = spelling?.get(canonicalEmail(key)) ?? key;
    const below = merged.get(same);
    if (same !== key) merged.delete(same);
    const isComplete = level === "picks" && key === "where";
    const [left, right] = inOneForm(below, value, levelBelow(level, key));
    const merges = !isComplete && isDataMap(left) && isDataMap(right);
    merged.set(key, merges ? merge(left, right, levelBelow(level, key)) : value);
  }
  return layered([base, over], dataMap(merged));
}

/** The members of a group are a list or a mapping; where both meet, the list is what the mapping would `add`. */
function inOneForm(below: Data | undefined, value: Data, level: Level): readonly [Data | undefined, Data] {
  const meet = isDataList(below) ? isDataMap(value) : isDataMap(below) && isDataList(value);
  return level === "picks" && meet ? [asAdded(below), asAdded(value) ?? value] : [below, value];
}

function asAdded(data: Data | undefined): Data | undefined {
  if (!isDataList(data)) return data;
  return made(dataMap([["add", data]]), () => ({ in: data, key: 0 }));
}

function isTombstone(map: DataMap): boolean {
  return map.state === "absent";
}
