/** The bounds on the content of files, so that hostile input cannot exhaust the machine. */
export interface Bounds {
  /** Pieces of syntax of a file. As much ordinary text as a file may hold has fewer, and each costs up to 400 bytes. */
  readonly lexemes: number;
  /** Nodes that all workspaces may take from templates together. */
  readonly templatedNodes: number;
  /**
   * Entries that a file may make of its lists, of `each` and of `people` together. Each takes about 100 bytes, so that
   * all of it fits into 512 MB. 50,000 people with ten values and 500 groups make about a million for each workspace.
   */
  readonly entries: number;
  /** Cells of a list, empty ones included: 50,000 people with a hundred columns. */
  readonly listCells: number;
  /** Columns of a list. */
  readonly listColumns: number;
  /** Rows of a list: more people than any organization of the service has. */
  readonly listRows: number;
}

export const BOUNDS: Bounds = {
  lexemes: 1_200_000,
  templatedNodes: 1_000_000,
  entries: 3_500_000,
  listCells: 5_000_000,
  listColumns: 10_000,
  listRows: 200_000,
};
