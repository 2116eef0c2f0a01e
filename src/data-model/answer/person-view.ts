import type { CompiledModel } from "../compile/compile-model.js";
import type { DecidingGrant, PersonData, RowCondition } from "./person-data.js";

/** An object that a person does not reach, or may not reach. */
export interface HeldBack extends DecidingGrant {
  readonly object: string;
}

/** The data that a person sees, object by object, in the order of the model. */
export interface PersonView {
  readonly reached: readonly string[];
  readonly hidden: readonly HeldBack[];
  readonly unclear: readonly HeldBack[];
  /** Conditions on rows, in places that the person reaches; where there is no condition, nothing is limited. */
  readonly rows: readonly RowCondition[];
}

/** Writes out what somebody sees. */
export function viewOf({ classes }: CompiledModel, { classReach, rows }: PersonData): PersonView {
  const heldBack = (answer: "no" | "unclear"): readonly HeldBack[] =>
    classes.flatMap(({ objects }, i) => {
      const reach = classReach[i];
      if (reach?.reaches !== answer) return [];
      const { grant, attribute, value } = reach;
      return objects.map((object) => ({ object, grant, attribute, value }));
    });
  return {
    reached: classes.flatMap(({ objects }, i) => (classReach[i]?.reaches === "yes" ? objects : [])),
    hidden: heldBack("no"),
    unclear: heldBack("unclear"),
    rows,
  };
}
