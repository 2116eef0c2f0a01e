import type { Source } from "../../config/text/source.js";
import { quote } from "../../config/text/wording.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import { shellWord } from "../../plan/guards/allowance.js";
import { nameList } from "../../util/english.js";
import { CommandError } from "../context/command-error.js";
import type { Predecessors } from "../git/predecessors.js";

/** The files of a base, and what is to be said of how they were found. */
export interface FoundFiles extends Predecessors {
  readonly sources: readonly Source[];
  /** Submodules and other repositories that may hold a file of the run, which a commit of this one does not: path → file. */
  readonly foreign: ReadonlyMap<string, string>;
}

const NOT_READ = "base-unread";
/** Enough to show what is not read. */
const MOST = 20;

/**
 * Ends the command where the base has files of this organization that nothing reads: protection and removals would be
 * lost with them. Returns those that `--allow` names: they are no part of the run.
 */
export function assertNothingUnread(
  called: string,
  { unread, foreign }: FoundFiles,
  allow: readonly string[] = [],
): readonly string[] {
  const isAllowed = (path: string) => allow.includes(`${NOT_READ}=${path}`);
  const all = [...unread, ...foreign];
  const refused = all.filter(([path]) => !isAllowed(path));
  if (refused.length === 0) return all.map(([path]) => path);
  const diagnostics = refused.slice(0, MOST).map(([path, file]): Diagnostic => {
    const override = `--allow ${NOT_READ}=${shellWord(path)}`;
    const [what, way] = foreign.has(path)
      ? [
          `${quote(path)}, whose files are in a repository of their own`,
          "Run orgform in that repository, or give the earlier file itself: --base FILE.",
        ]
      : [
          `${quote(path)}, a file of the same organization that this run does not read`,
          `If ${quote(file)} was ${quote(path)}, rename it in a change of its own, or give the earlier file itself: --base FILE. If both belong together, name both with -f.`,
        ];
    return {
      severity: "error",
      code: NOT_READ,
      summary: `${called} does not have ${quote(file)}, but it has ${what}`,
      detail: `Compared without it, its limits and \`protect\` would not apply, and what it no longer lists would not be removed. ${way} If ${quote(file)} is new and has nothing to do with it, say so to plan and apply: ${override}`,
    };
  });
  throw new CommandError("error", diagnostics);
}

/** The warnings about a base that was found under other names, or not at all. */
export function baseFindings(
  called: string,
  { followed, fresh }: Predecessors,
  lists: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly Diagnostic[] {
  const were = (old: readonly string[]) =>
    `${nameList(old.map(quote))} ${old.length === 1 ? "was" : "were"} read there`;
  return [
    ...[...followed].map(([file, old]) =>
      warningOf("base-followed", `${called} does not have ${quote(file)}: ${were(old)}`),
    ),
    ...[...lists].map(([file, old]) =>
      warningOf("base-followed", `${called} does not have the list ${quote(file)}: ${were(old)}`),
    ),
    ...fresh.map((file) => ({
      ...warningOf("new-file", `${called} has nothing of ${quote(file)}`),
      detail:
        "All of it counts as new and nothing as removed, and no earlier limits or `protect` apply to it.",
    })),
  ];
}
