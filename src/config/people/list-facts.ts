import type { Address } from "../../model/address.js";

/** What the list knows of the things that its rows stand for; a plan tells of it. */
export interface ListFacts {
  /** The names of its files. */
  readonly files: readonly string[];
  /** People in it who count. */
  readonly rows: number;
  /** The row that a membership, a member or a value comes from, such as `people.csv:17`. */
  readonly rowOf: (address: Address) => string | undefined;
  /** The row of somebody, by canonical address. */
  readonly rowOfPerson: (email: string) => string | undefined;
  /** Returns true if the members of this group, or of this workspace, come from the list. */
  readonly picksFor: (address: Address) => boolean;
}
