import type { CompiledModel, ObjectClass } from "./compile-model.js";
import type { PersonData, RowCondition, Standing } from "./person-data.js";

/** An object that a person does not reach, or may not reach, and the grant that decides it with the value that it sees. */
export interface HeldBack {
  readonly object: string;
  readonly grant: string;
  readonly attribute: string;
  readonly value: string;
}

/** What a person sees of a data model, object by object, in the order of the model. */
export interface PersonView {
  readonly reached: readonly string[];
  readonly hidden: readonly HeldBack[];
  readonly unclear: readonly HeldBack[];
  /** Conditions on rows, in places that the person reaches; where there is no condition, nothing is limited. */
  readonly rows: readonly RowCondition[];
}

/** Writes out what somebody sees. */
export function viewOf({ classes }: CompiledModel, { standings, rows }: PersonData): PersonView {
  const pairs = classes.map((objectClass, i) => [objectClass, standings[i]] as const);
  return {
    reached: pairs.flatMap(([{ objects }, standing]) => (standing?.reaches === "yes" ? objects : [])),
    hidden: heldBack(pairs, "no"),
    unclear: heldBack(pairs, "unclear"),
    rows,
  };
}

function heldBack(
  pairs: readonly (readonly [ObjectClass, Standing | undefined])[],
  reaches: "no" | "unclear",
): readonly HeldBack[] {
  return pairs.flatMap(([{ objects }, standing]) => {
    if (standing === undefined || standing.reaches === "yes" || standing.reaches !== reaches) return [];
    const { grant, attribute, value } = standing;
    return objects.map((object) => ({ object, grant, attribute, value }));
  });
}
