import { count } from "../../util/count.js";
import { visible } from "../../util/escape.js";
import { nameText } from "../labels.js";
import { blocksText } from "../text/layout.js";

/** The person and workspace of a row. */
export interface RowRef {
  readonly workspace: string;
  readonly member: string;
}

/** The findings of a check, as far as they are shown. */
export interface ReviewFindings {
  readonly rows: number;
  readonly undecided: readonly RowRef[];
  /** Decisions without a reviewer or a date. */
  readonly incomplete: readonly (RowRef & { readonly lacks: readonly string[] })[];
  /** Decisions that are neither keep nor revoke. */
  readonly unknown: readonly (RowRef & { readonly decision: string })[];
  /** Rows whose facts are not those of their digest. */
  readonly edited: readonly RowRef[];
  readonly twice: readonly RowRef[];
  /** True if rows were taken out or put in since the list was made. */
  readonly rows_differ: boolean;
  /** Rows whose access has changed since the list was made. */
  readonly changed: readonly (RowRef & {
    readonly facts: readonly { readonly fact: string; readonly before: string; readonly after: string }[];
  })[];
  /** People in the organization and not in the list. */
  readonly not_listed: readonly RowRef[];
  readonly revocations: readonly (RowRef & {
    readonly edits: readonly string[];
    readonly opens: readonly string[];
  })[];
}

/** A check of a review for people. The last line is the sum. */
export function checkText(found: ReviewFindings): string {
  const blocks = [
    block("Undecided", found.undecided.map(who)),
    block(
      "A decision that lacks something",
      found.incomplete.map((one) => `${who(one)}: no ${one.lacks.join(", no ")}`),
    ),
    block(
      "A decision that is neither keep nor revoke",
      found.unknown.map((one) => `${who(one)}: ${visible(one.decision)}`),
    ),
    block("Edited: the facts are not those of the row's digest", found.edited.map(who)),
    block("Listed twice", found.twice.map(who)),
    found.rows_differ ? ["Rows were taken out or put in: the list is not the one that its digest is of"] : [],
    block(
      "Access has changed since the list was made",
      found.changed.flatMap((one) => [who(one), ...one.facts.map(factLine)]),
    ),
    block("In the organization, and not in the list", found.not_listed.map(who)),
    block(
      "Revoke",
      found.revocations.flatMap((one) => [
        who(one),
        ...one.edits.map((edit) => `  ${visible(edit)}`),
        ...(one.opens.length === 0
          ? []
          : [
              `  Warning: without these they have no value that holds them back for ${one.opens.map(nameText).join(", ")}. Put a value on All Users first.`,
            ]),
      ]),
    ),
  ];
  const decided = found.rows - found.undecided.length - found.unknown.length;
  const sum = `${count(found.rows, "row")}: ${decided} decided, ${found.revocations.length} to revoke, ${found.changed.length} changed.`;
  return blocksText([...blocks, [sum]]);
}

const block = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

const who = ({ workspace, member }: RowRef): string => `${nameText(member)} in ${nameText(workspace)}`;

function factLine({ fact, before, after }: ReviewFindings["changed"][number]["facts"][number]): string {
  if (fact === "workspace") return "  is not there any more";
  return `  ${fact}: ${visible(before) || "nothing"} → ${visible(after) || "nothing"}`;
}
