import type { Explanation, Resolution } from "../../model/plan/explanation.js";
import type { EffectiveValue } from "../../model/plan/plan.js";
import { INVITED } from "../words/arrival-words.js";
import { effectiveText, nameText, sourceText } from "../words/labels.js";
import { table } from "../words/layout.js";
import type { Palette } from "../words/palette.js";
import type { Part } from "../words/section.js";

/**
 * The explanation of a person's value for an attribute: the chain of sources, the winner first, as it is and as
 * planned.
 */
export function explanationPart(explanation: Explanation): Part {
  const { workspace, member, attribute, arriving } = explanation;
  return {
    title: `${nameText(workspace)}, ${nameText(member)}, ${nameText(attribute)}`,
    items: [
      {
        cells: [],
        lines: ({ paint }) =>
          arriving === undefined ? moments(explanation, paint) : arrival(explanation, paint),
      },
    ],
  };
}

function moments({ live, planned }: Explanation, paint: Palette): string[] {
  const stays = JSON.stringify(live) === JSON.stringify(planned);
  return [
    ...(live === null ? ["  live: the workspace does not exist yet"] : ["  live", ...chain(live, paint)]),
    ...(stays ? ["  planned: the same"] : ["  planned", ...chain(planned, paint)]),
  ];
}

function arrival({ arriving = "pending", accepted, planned }: Explanation, paint: Palette): string[] {
  const stays = JSON.stringify(accepted) === JSON.stringify(planned);
  return [
    `  live: no member yet, ${INVITED[arriving]}`,
    arriving === "sign_in" ? "  once they have signed in" : "  once the invite is accepted",
    ...(accepted === undefined ? [] : chain(accepted, paint)),
    ...(stays ? ["  after the next apply: the same"] : ["  after the next apply", ...chain(planned, paint)]),
  ];
}

function chain({ winner, shadowed }: Resolution, paint: Palette): string[] {
  if (winner === null)
    return [
      paint.alarm("    → no value (sees all): no source sets it, and without a value nothing is withheld"),
    ];
  const [first = "", ...rest] = table([
    ["→", effectiveText(winner), rank(winner)],
    ...shadowed.map((value) => ["", effectiveText(value), `${rank(value)}, shadowed`]),
  ]);
  return [paint.strong(`    ${first}`), ...rest.map((line) => paint.faint(`    ${line}`))];
}

/** The source with what makes it win or lose. */
function rank({ source }: EffectiveValue): string {
  if (source.kind === "own") return "own value";
  const undecided = source.kind === "tie" ? " (undefined which wins)" : "";
  return `${sourceText(source)}, precedence ${source.precedence}${undecided}`;
}
