import { memberAddress, membershipAddress } from "../../model/address.js";
import type { Explanation, Resolution } from "../../model/plan/explanation.js";
import type { EffectiveValue, Ending } from "../../model/plan/plan.js";
import { AWAITED, effectiveText, nameText, sourceText } from "../words/labels.js";
import { table } from "../words/layout.js";
import type { Palette } from "../words/palette.js";
import type { Part } from "../words/section.js";

/**
 * The explanation of a person's value for an attribute: the chain of sources, the winner first, as it is and as
 * planned.
 */
export function explanationPart(explanation: Explanation, ending: readonly Ending[] = []): Part {
  const { workspace, member, attribute, arriving } = explanation;
  const lastDays = new Map(ending.map(({ address, until }) => [address, until]));
  const untilOf = (group: string) =>
    [membershipAddress(workspace, group, member), memberAddress(workspace, member)]
      .flatMap((address) => lastDays.get(address) ?? [])
      .sort()[0];
  return {
    title: `${nameText(workspace)}, ${nameText(member)}, ${nameText(attribute)}`,
    items: [
      {
        cells: [],
        lines: ({ paint }) =>
          (arriving === undefined ? moments : arrival)(explanation, (moment) =>
            chain(moment, paint, untilOf),
          ),
      },
    ],
  };
}

function moments({ live, planned }: Explanation, linesOf: LinesOf): string[] {
  const stays = JSON.stringify(live) === JSON.stringify(planned);
  return [
    ...(live === null ? ["  live: the workspace does not exist yet"] : ["  live", ...linesOf(live)]),
    ...(stays ? ["  planned: the same"] : ["  planned", ...linesOf(planned)]),
  ];
}

const ARRIVING: Readonly<Record<NonNullable<Explanation["arriving"]>, string>> = {
  planned: "invited by this plan",
  pending: "invited already",
  sign_in: AWAITED,
};

function arrival({ arriving = "pending", accepted, planned }: Explanation, linesOf: LinesOf): string[] {
  const stays = JSON.stringify(accepted) === JSON.stringify(planned);
  return [
    `  live: no member yet, ${ARRIVING[arriving]}`,
    arriving === "sign_in" ? "  once they have signed in" : "  once the invite is accepted",
    ...(accepted === undefined ? [] : linesOf(accepted)),
    ...(stays ? ["  after the next apply: the same"] : ["  after the next apply", ...linesOf(planned)]),
  ];
}

type LinesOf = (moment: Resolution) => string[];

/** The last day of the person in a group, if the file gives one. */
type UntilOf = (group: string) => string | undefined;

function chain({ winner, shadowed }: Resolution, paint: Palette, untilOf: UntilOf): string[] {
  if (winner === null)
    return [
      paint.alarm("    → no value (sees all): no source sets it, and without a value nothing is withheld"),
    ];
  const [first = "", ...rest] = table([
    ["→", effectiveText(winner), rank(winner, untilOf)],
    ...shadowed.map((value) => ["", effectiveText(value), `${rank(value, untilOf)}, shadowed`]),
  ]);
  return [paint.strong(`    ${first}`), ...rest.map((line) => paint.faint(`    ${line}`))];
}

/** The source with what makes it win or lose. */
function rank({ source }: EffectiveValue, untilOf: UntilOf): string {
  if (source.kind === "own") return "own value";
  const undecided = source.kind === "tie" ? " (undefined which wins)" : "";
  const until = source.kind === "group" ? untilOf(source.group) : undefined;
  const end = until === undefined ? "" : `, until ${until}`;
  return `${sourceText(source)}, precedence ${source.precedence}${undecided}${end}`;
}
