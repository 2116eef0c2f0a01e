import { isOpenRow } from "../../access/values/resolution.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import { visibleName } from "../../util/escape.js";
import type { ProductOrigin } from "../as-of.js";
import { accessValueText, nameText, rawSourceText, sourceText } from "../labels.js";
import { type ListFormat, peopleListIn } from "./people-list.js";

/** Effective values, one line a member and attribute, in the order given. */
export function accessMatrix(rows: readonly AccessRow[], format: ListFormat, origin?: ProductOrigin): string {
  const states = rows.map((row) => (isOpenRow(row) ? "open" : "set"));
  const open = states.filter((state) => state === "open").length;
  const list = {
    table: { heads: ["Workspace", "Member", "Attribute", "Value", "Source"], rows: rows.map(cells) },
    csv: {
      heads: ["workspace", "member", "attribute", "value", "state", "source", "arriving"],
      rows: rows.map(({ workspace, member, attribute, value, source, arriving }, i) => [
        workspace,
        member,
        attribute,
        // The state says that there is no value, or one that opens: a word here could be a value.
        value ?? "",
        states[i] ?? "",
        rawSourceText(source),
        arriving ? "yes" : "",
      ]),
    },
    json: rows,
    page: {
      title: "Access",
      lead: `${rows.length} effective values, ${open} of them open.`,
      section: { id: "matrix", title: "Who sees what" },
      caption: "Open: there is no value, or one that hides no rows.",
      filter: { what: "effective values", kinds: ["open", "set"], rows: states },
    },
  };
  return peopleListIn(list, format, origin);
}

function cells({ workspace, member, attribute, value, source, arriving }: AccessRow): string[] {
  return [
    visibleName(workspace),
    nameText(member) + (arriving ? " (arriving)" : ""),
    nameText(attribute),
    accessValueText(value),
    source ? sourceText(source) : "-",
  ];
}
