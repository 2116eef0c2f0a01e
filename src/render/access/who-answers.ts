import type { WhoAnswer, WhoValue } from "../../plan/people/who.js";
import { markdownCode, visible, visibleName } from "../../util/escape.js";
import type { ProductOrigin } from "../as-of.js";
import { accessValueText, nameText, rawSourceText, sourceText } from "../labels.js";
import { peopleWithin } from "../view/access-groups.js";
import { type ListFormat, peopleListIn } from "./people-list.js";

const HEADS = ["Workspace", "Member", "Role", "Attribute", "Value", "Source", "Grants", "State"];

/** People with the values that let them in, one line a person and value. `what` is the question as it was asked. */
export function whoAnswers(
  what: string,
  answers: readonly WhoAnswer[],
  format: ListFormat,
  origin: ProductOrigin,
): string {
  const rows = answers.flatMap((answer) =>
    (answer.values.length === 0 ? [undefined] : answer.values).map((value) => ({ answer, value })),
  );
  const people = peopleWithin(answers);
  const sum = { text: `${visible(what)}: ${people}`, markdown: `${markdownCode(what)}: ${people}` };
  const list = {
    table: { heads: HEADS, rows: rows.map(cells) },
    csv: { heads: [...HEADS.map((head) => head.toLowerCase()), "arriving"], rows: rows.map(csvCells) },
    json: {
      format_version: "1.0",
      outcome: "ok",
      ...(origin.asOf && { as_of: origin.asOf }),
      what,
      people: answers,
    },
    sum,
    page: {
      title: "Who",
      lead: sum.text,
      section: { id: "who", title: "People" },
      caption: "Open: only a missing value lets them in. Unclear: it is not certain that they reach it.",
    },
  };
  return peopleListIn(list, format, origin);
}

interface Row {
  readonly answer: WhoAnswer;
  readonly value: WhoValue | undefined;
}

function cells({ answer, value }: Row): string[] {
  const { workspace, member, role, arriving } = answer;
  return [
    visibleName(workspace),
    nameText(member) + (arriving ? " (arriving)" : ""),
    role === null ? "-" : nameText(role),
    value === undefined ? "-" : nameText(value.attribute),
    value === undefined ? "-" : accessValueText(value.value),
    value?.source ? sourceText(value.source) : "-",
    (value?.grants ?? []).map(nameText).join(", ") || "-",
    stateOf(answer),
  ];
}

/** `open`: only a missing value lets them in; `unclear`: it is not certain that they reach it. */
function stateOf({ reaches, open }: WhoAnswer): string {
  if (reaches === "unclear") return "unclear";
  return open ? "open" : "reaches";
}

function csvCells({ answer, value }: Row): string[] {
  const { workspace, member, role, arriving } = answer;
  return [
    workspace,
    member,
    role ?? "",
    value?.attribute ?? "",
    value?.value ?? "",
    rawSourceText(value?.source ?? null),
    (value?.grants ?? []).join(" | "),
    stateOf(answer),
    arriving ? "yes" : "",
  ];
}
