import { type FileDiagnostic, fileFinding, type Where } from "../../text/file-diagnostic.js";

/** The weight of each thing in entries of the file; measured. */
export const ENTRIES = {
  /** A member of a workspace, without their values. */
  member: 7,
  value: 1,
  membership: 1.5,
  /** A group that `each` makes, and every node of its data. */
  group: 8,
  node: 2,
  /** A row that a `where` has to scan. */
  scanned: 0.25,
  /** A cell of a list. */
  cell: 0.3,
} as const;

/** The number of entries that a file may still make. */
export interface EntryBudget {
  /**
   * Takes entries; returns false once there are too many, and then nothing more is to be made. The first time is an
   * error.
   */
  spend(entries: number, where: () => Where): boolean;
  readonly isSpent: () => boolean;
}

/** A budget of `all` entries; `taken` of them are spent before lists are read. */
export function createEntryBudget(
  report: (finding: FileDiagnostic) => void,
  all: number,
  taken: number,
): EntryBudget {
  let left = all - taken;
  let isSpent = false;
  return {
    spend(entries, where) {
      left -= entries;
      if (left >= 0 || isSpent) return left >= 0;
      isSpent = true;
      const most = all.toLocaleString("en-US");
      const detail = `orgform makes up to ${most} entries of a file with its lists: a member of a workspace counts as ${ENTRIES.member}, each of their values as ${ENTRIES.value}, a group that \`each\` makes as ${ENTRIES.group} or more. Leave out columns, people and groups that no workspace needs, or plan some workspaces in a file of their own.`;
      report(
        fileFinding(
          "file-too-large",
          `The lists and groups expand to more than ${most} entries`,
          detail,
          where(),
        ),
      );
      return false;
    },
    isSpent: () => isSpent,
  };
}
