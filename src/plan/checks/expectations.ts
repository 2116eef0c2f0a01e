import { checkExpectation, type Verdict } from "../../access/values/expectations.js";
import { type Address, attributeAddress, rulePath } from "../../model/address.js";
import { type Diagnostic, type SourceRange, warningOf } from "../../model/diagnostic.js";
import type { Guard } from "../../model/plan/plan.js";
import type { DesiredState, Expectation } from "../../model/state/desired-state.js";
import { count } from "../../util/count.js";
import { nameList } from "../../util/name-list.js";
import { placeOfRule } from "../file-facts.js";
import { allowanceOf, shellWord } from "../guards/allowance.js";
import { namesUnknown } from "../guards/unknown-names.js";
import type { PlanOptions } from "../inputs.js";
import type { EndState } from "./findings.js";

/** An expectation that does not hold, or of which nobody can say so, with its place in the file. */
interface Judged {
  readonly found: "broken" | "undecided" | "unread";
  readonly because: string;
  readonly workspace: string;
  readonly attribute: string;
  /** That of the attribute. */
  readonly address: Address;
  readonly range?: SourceRange;
  /** The place, in words that follow a message. */
  readonly words: string;
}

/**
 * Expectations that the end state breaks refuse the run. So do those that could not be decided for want of reading,
 * unless they are allowed; those about what does not exist yet are said.
 */
export function askExpectations(
  { expect }: Pick<DesiredState, "expect">,
  end: EndState,
  options: Pick<PlanOptions, "allow" | "only" | "purpose" | "file">,
): { guards: Guard[]; warnings: Diagnostic[] } {
  const judged = expect.flatMap((expectation, i) => judge(expectation, i, end, options));
  const found = (what: Judged["found"]) => judged.filter((one) => one.found === what);
  return {
    guards: [
      ...found("broken").map((one) => brokenGuard(one, options.purpose)),
      ...unreadGuard(end, found("unread"), options.allow),
    ],
    warnings: found("undecided").map(undecidedWarning),
  };
}

function judge(
  expectation: Expectation,
  index: number,
  end: EndState,
  { only = [], file }: Pick<PlanOptions, "only" | "file">,
): readonly Judged[] {
  const { workspace, attribute } = expectation;
  if (workspace !== end.workspace.name) return [];
  // A part of a run that writes nothing here breaks nothing here.
  if (only.length > 0 && end.changes.length === 0) return [];
  if (namesUnknown(expectation, end.workspace, end.nameIndex)) return [];
  const verdict = verdictOn(expectation, end);
  if (verdict.holds === true) return [];
  const undecided = verdict.holds === undefined && verdict.unread === undefined ? "undecided" : "unread";
  return [
    {
      found: verdict.holds === false ? "broken" : undecided,
      because: verdict.because,
      workspace,
      attribute,
      address: attributeAddress(workspace, attribute),
      ...placeOfRule(rulePath("expect", index), file),
    },
  ];
}

/** A new workspace has its organization admins in it at once, whoever they are: "nobody" cannot be promised of it. */
function verdictOn(expectation: Expectation, { isNew, nameIndex, state, unread }: EndState): Verdict {
  if (isNew && expectation.kind === "never") {
    return { holds: undefined, because: "the members of the new workspace are not known until it exists" };
  }
  return checkExpectation(expectation, nameIndex, state, unread);
}

/** An undo that the file does not expect. */
const EXPECTED_BY_FILE =
  ". The file's `expect` rules require what undo would revert. Pass the previous file with -f, or change the expectation first";

function brokenGuard(
  { workspace, attribute, because, address, words, range }: Judged,
  purpose: PlanOptions["purpose"],
): Guard {
  const way = purpose === "undo" ? EXPECTED_BY_FILE : "";
  return {
    code: "expectation-failed",
    name: "expect",
    refused: true,
    message: `${workspace}: ${attribute}: ${because}${words}${way}`,
    addresses: [address],
    ...(range && { range }),
  };
}

function undecidedWarning({ workspace, attribute, because, address, words }: Judged): Diagnostic {
  const message = `an expectation about ${attribute} in ${workspace} is undecided: ${because}${words}`;
  return warningOf("expectation-undecided", message, address);
}

function unreadGuard(
  { nameIndex, arriving }: EndState,
  unread: readonly Judged[],
  allow: PlanOptions["allow"],
): Guard[] {
  const [first] = unread;
  if (first === undefined) return [];
  const { workspace } = nameIndex;
  const attributes = nameList([...new Set(unread.map(({ attribute }) => attribute))].sort());
  const { because, words, range } = first;
  return [
    {
      code: "expectation-undecided",
      name: "expect-undecided",
      refused: !allowanceOf(allow).isNamed("expect-undecided", workspace),
      message: `${count(unread.length, "expectation")} about ${attributes} in ${workspace} could not be decided: ${because}. \`--access-reads ${arriving.first}\` reads them all${words}`,
      actual: unread.length,
      override: `--allow ${shellWord(`expect-undecided=${workspace}`)}`,
      addresses: [...new Set(unread.map(({ address }) => address))],
      ...(range && { range }),
    },
  ];
}
