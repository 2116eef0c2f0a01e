import { BOUNDS, type Bounds } from "../text/bounds.js";
import {
  type Data,
  type DataList,
  type DataMap,
  type DataPath,
  entries,
  isDataList,
  isDataMap,
} from "../text/data.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import type { SourceLocation } from "../text/location.js";
import type { Source, Span } from "../text/source.js";
import { type SourceMap, spanOf } from "../text/source-map.js";
import type { Substitute } from "../text/substitute.js";
import { quote } from "../text/wording.js";
import { type PeopleContext, partsAt } from "./context.js";
import { namesEach } from "./expand-each.js";
import { expandPeople } from "./expand-people.js";
import { createEntryBudget } from "./list/entry-budget.js";
import { type ListFiles, noLists } from "./list/list-file.js";
import { warnOfMisspelt } from "./misspelt-texts.js";
import { readPeopleList } from "./people-list.js";
import type { ListOfPeople } from "./rows.js";

/** The sources and options with which people are written out. */
interface PeopleSources {
  readonly sources: readonly Source[];
  readonly sourceMap: SourceMap;
  readonly substitute: Substitute;
  readonly placeOf: (span: Span) => SourceLocation;
  readonly lists?: ListFiles | undefined;
  readonly bounds?: Bounds | undefined;
}

/** The workspaces of a file with their people written out. */
interface WrittenPeople {
  /**
   * The workspaces; none if any could not be written out completely, since incomplete workspaces are not
   * built.
   */
  readonly workspaces: readonly (readonly [string, DataMap])[];
  readonly list: ListOfPeople | undefined;
  readonly context: PeopleContext;
  /** The findings, without those on conditions that fit nobody. */
  readonly findings: readonly FileDiagnostic[];
  /** Conditions that fit nobody: an error at the same place is likely the cause. */
  readonly idle: readonly FileDiagnostic[];
}

/** Reads the list of people and writes out the workspaces; `taken` counts the nodes that these took from templates. */
export function writeOutPeople(
  root: DataMap,
  workspaces: readonly (readonly [string, DataMap])[],
  taken: number,
  { sources, lists = noLists, bounds = BOUNDS, ...rest }: PeopleSources,
): WrittenPeople {
  const found: FileDiagnostic[] = [];
  const report = (finding: FileDiagnostic) => found.push(finding);
  const nodes = taken + sources.reduce((sum, { text }) => sum + text.length / 4, 0);
  const budget = createEntryBudget(report, bounds.entries, nodes);
  const context = {
    ...rest,
    report,
    budget,
    picks: new Set<string>(),
    namedToo: new Map<string, Span>(),
    named: new Map<string, Set<string>>(),
  };
  if (nameColumns(sources)) reportMisplaced(context, root);
  const list = readPeopleList(context, root, lists);
  const expanded = workspaces.map((named) => expandPeople(context, root, named, list));
  if (list !== undefined)
    for (const column of context.named.keys()) warnOfMisspelt(context, { list, pool: list.pool }, column);
  const isIdle = ({ code }: FileDiagnostic) => code === "fits-nobody";
  return {
    workspaces: budget.isSpent() ? [] : expanded,
    list,
    context,
    findings: found.filter((finding) => !isIdle(finding)),
    idle: found.filter(isIdle),
  };
}

type Scope = "person" | "each";

/** Returns true if any file names a column or a text of `each`; most files do not, and need no search. */
function nameColumns(sources: readonly Source[]): boolean {
  return sources.some(({ text }) => /\$\{\s*(?:person|each)\./.test(text));
}

/**
 * Reports `${person.…}` and `${each.…}` where there is no row and no combination, before templates are resolved: what
 * a template holds is wrong there, however many workspaces take it.
 */
function reportMisplaced(context: PeopleContext, root: DataMap): void {
  const visit = (container: DataMap | DataList, path: DataPath, takes: ReadonlySet<Scope>): void => {
    const items: readonly (readonly [string | number, Data])[] = isDataList(container)
      ? container.map((item, i) => [i, item])
      : entries(container);
    for (const [key, data] of items) {
      const below = [...path, key];
      const taken = scopesAt(below, data) ?? takes;
      if (isDataMap(data) || isDataList(data)) visit(data, below, taken);
      else if (typeof data === "string") reportIn(context, { in: container, key, text: data }, taken);
    }
  };
  visit(root, [], new Set());
}

/** The scopes of references from a path on; `undefined` where they are those of the level above. */
function scopesAt(path: DataPath, data: Data): ReadonlySet<Scope> | undefined {
  const [top, , collection, name, key] = path;
  if (top !== "workspaces" && top !== "templates") return undefined;
  if (path.length === 4 && collection === "people") {
    return name === "role" || name === "values" ? new Set(["person"]) : undefined;
  }
  if (collection !== "groups") return undefined;
  if (path.length === 4)
    return (isDataMap(data) && data.each !== undefined) || namesEach(String(name))
      ? new Set(["each"])
      : undefined;
  return path.length === 5 && key === "each" ? new Set() : undefined;
}

function reportIn(
  context: PeopleContext,
  {
    in: container,
    key,
    text,
  }: { readonly in: DataMap | DataList; readonly key: string | number; readonly text: string },
  takes: ReadonlySet<Scope>,
): void {
  for (const part of partsAt(context, container, key, text)) {
    if (typeof part === "string" || takes.has(part.scope)) continue;
    const reference = `\${${part.scope}.${part.name}}`;
    const detail =
      part.scope === "person"
        ? "A column of the list can be named in `role` and `values` of a workspace's `people`. For a literal `${` write `$${`."
        : "A text of `each` can be named in the group that has `each`. For a literal `${` write `$${`.";
    const span = spanOf(context.sourceMap, container, key, "value");
    context.report(fileFinding("invalid-value", `${quote(reference)} cannot be used here`, detail, { span }));
  }
}
