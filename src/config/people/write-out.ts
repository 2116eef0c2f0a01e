import { BOUNDS, type Bounds } from "../text/bounds.js";
import type { DataMap } from "../text/data.js";
import type { FileDiagnostic } from "../text/file-diagnostic.js";
import type { SourceLocation } from "../text/location.js";
import type { Source, Span } from "../text/source.js";
import type { SourceMap } from "../text/source-map.js";
import type { Substitute } from "../text/substitute.js";
import type { PeopleContext } from "./context.js";
import { expandPeople } from "./expand-people.js";
import { createEntryBudget } from "./list/entry-budget.js";
import { type ListFiles, noLists } from "./list/list-file.js";
import { warnOfMisspelt } from "./misspelt-texts.js";
import { readPeopleList } from "./people-list.js";
import { nameColumns, reportMisplaced } from "./references.js";
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
