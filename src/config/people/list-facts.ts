import type { Address } from "../../model/address.js";

/** Facts about the things that the rows of a list stand for; a plan shows them. */
export interface ListFacts {
  /** The names of its files. */
  readonly files: readonly string[];
  /** People in it who count, and how many the file asks for. */
  readonly rows: number;
  readonly atLeast?: number | undefined;
  /** The people who are in no workspace: their number, and the first rows. */
  readonly unplaced: () => { readonly rows: number; readonly first: readonly string[] };
  /** The row that a membership, a member or a value comes from, such as `people.csv:17`. */
  readonly rowOf: (address: Address) => string | undefined;
  /** The people, by canonical address, for whose row this holds, which is given as one text. */
  readonly peopleWith: (fits: (row: string) => boolean) => readonly string[];
  /** The row of somebody, by canonical address. */
  readonly rowOfPerson: (email: string) => string | undefined;
  /**
   * Returns true if a member, by address in the file, is there for the last row of a list whose last line has
   * no line end, and the file does not name them elsewhere: their e-mail address may be cut off.
   */
  readonly mayBeCut: (member: Address) => boolean;
  /** Returns true if the members of this group, or of this workspace, come from the list. */
  readonly picksFor: (address: Address) => boolean;
}
