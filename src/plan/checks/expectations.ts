import { cloneState } from "../../access/values/access-state.js";
import { checkExpectation, type KnownAccess, type Verdict } from "../../access/values/expectations.js";
import { checkDataExpectation } from "../../data-model/answer/data-expectations.js";
import { dataReaderOf } from "../../data-model/answer/people-data.js";
import {
  type Address,
  ALL_USERS,
  attributeAddress,
  rulePath,
  workspaceAddress,
} from "../../model/address.js";
import { type Diagnostic, type SourceRange, warningOf } from "../../model/diagnostic.js";
import type { Guard } from "../../model/plan/plan.js";
import type { DesiredState, Expectation } from "../../model/state/desired-state.js";
import { count } from "../../util/count.js";
import { nameList } from "../../util/name-list.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { allowanceOf, shellWord } from "../guards/allowance.js";
import { namesUnknown } from "../guards/unknown-names.js";
import { placeOfRule } from "../input/file-facts.js";
import type { PlanOptions } from "../input/inputs.js";
import type { EndState } from "./findings.js";

/** An expectation that does not hold, or of which nobody can say so, with its place in the file. */
interface Judged {
  readonly status: "broken" | "undecided" | "unread";
  readonly because: string;
  readonly workspace: string;
  /** The attribute, or `data` where it is about the data model. */
  readonly about: string;
  /** That of the attribute, or of the workspace. */
  readonly address: Address;
  readonly range?: SourceRange;
  /** The place, in words that follow a message. */
  readonly words: string;
}

/**
 * Expectations that the end state breaks refuse the run. Expectations that could not be decided because not enough was
 * read refuse it, too, unless they are allowed. About somebody who is not there yet there is a warning.
 */
export function askExpectations(
  { expect }: Pick<DesiredState, "expect">,
  end: EndState,
  options: Pick<PlanOptions, "allow" | "only" | "purpose" | "file" | "dataModel">,
): { guards: Guard[]; warnings: Diagnostic[] } {
  const judged = expect.flatMap((expectation, i) => judge(expectation, i, end, { ...options, expect }));
  const withStatus = (what: Judged["status"]) => judged.filter((one) => one.status === what);
  return {
    guards: [
      ...withStatus("broken").map((one) => brokenGuard(one, options.purpose)),
      ...unreadGuard(end, withStatus("unread"), options.allow),
    ],
    warnings: withStatus("undecided").map(undecidedWarning),
  };
}

function judge(
  expectation: Expectation,
  index: number,
  end: EndState,
  {
    only = [],
    file,
    dataModel,
    expect,
  }: Pick<PlanOptions, "only" | "file" | "dataModel"> & Pick<DesiredState, "expect">,
): readonly Judged[] {
  const { name: workspace } = end.workspace;
  if (!fitsWildcard(expectation.workspace, workspace)) return [];
  // A part of a run that writes nothing here breaks nothing here.
  if (only.length > 0 && end.changes.length === 0) return [];
  if (namesUnknown(expectation, end, expect)) return [];
  const verdict = verdictOn(expectation, end, dataModel);
  if (verdict === undefined || verdict.holds === true) return [];
  const undecided = verdict.holds === undefined && verdict.unread === undefined ? "undecided" : "unread";
  return [
    {
      status: verdict.holds === false ? "broken" : undecided,
      because: verdict.because,
      workspace,
      ...subjectOf(expectation, workspace),
      ...placeOfRule(rulePath("expect", index), file),
    },
  ];
}

function verdictOn(
  expectation: Expectation,
  end: EndState,
  dataModel: PlanOptions["dataModel"],
): Verdict | undefined {
  const access = end.isNew ? withAdmin(end) : end;
  if (expectation.kind === "is" || expectation.kind === "never") return checkExpectation(expectation, access);
  // Without a data model it is an error of its own.
  return dataModel && checkDataExpectation(expectation, access, dataReaderOf(dataModel));
}

/** A new workspace has members at once whom the file need not name, its organization admins: All Users is all they have. */
function withAdmin({ nameIndex, state, unread }: KnownAccess): KnownAccess {
  const own = cloneState(state);
  const admin = own.groupsOf.length;
  const allUsers = nameIndex.groups.indexOf(ALL_USERS);
  own.groupsOf.push(allUsers < 0 ? [] : [allUsers]);
  own.membersOf[allUsers]?.add(admin);
  return { nameIndex: { ...nameIndex, members: [...nameIndex.members, ANY_ADMIN] }, state: own, unread };
}

/** No address, so that no rule is about them in particular. */
const ANY_ADMIN = "an organization admin";

function subjectOf(expectation: Expectation, workspace: string): Pick<Judged, "about" | "address"> {
  return expectation.kind === "is" || expectation.kind === "never"
    ? { about: expectation.attribute, address: attributeAddress(workspace, expectation.attribute) }
    : { about: "data", address: workspaceAddress(workspace) };
}

/** An undo that the file does not expect. */
const EXPECTED_BY_FILE =
  ". The file's `expect` rules require what undo would revert. Pass the previous file with -f, or change the expectation first";

function brokenGuard(
  { workspace, about, because, address, words, range }: Judged,
  purpose: PlanOptions["purpose"],
): Guard {
  const way = purpose === "undo" ? EXPECTED_BY_FILE : "";
  return {
    code: "expectation-failed",
    name: "expect",
    refused: true,
    message: `${workspace}: ${about}: ${because}${words}${way}`,
    addresses: [address],
    ...(range && { range }),
  };
}

function undecidedWarning({ workspace, about, because, address, words }: Judged): Diagnostic {
  const message = `an expectation about ${about} in ${workspace} is undecided: ${because}${words}`;
  return warningOf("expectation-undecided", message, address);
}

function unreadGuard(
  { nameIndex, first: members }: EndState,
  unread: readonly Judged[],
  allow: PlanOptions["allow"],
): Guard[] {
  const [first] = unread;
  if (first === undefined) return [];
  const { workspace } = nameIndex;
  const attributes = nameList([...new Set(unread.map(({ about }) => about))].sort());
  const { because, words, range } = first;
  return [
    {
      code: "expectation-undecided",
      name: "expect-undecided",
      refused: !allowanceOf(allow).isNamed("expect-undecided", workspace),
      message: `${count(unread.length, "expectation")} about ${attributes} in ${workspace} could not be decided: ${because}. \`--access-reads ${members}\` reads them all${words}`,
      actual: unread.length,
      override: `--allow ${shellWord(`expect-undecided=${workspace}`)}`,
      addresses: [...new Set(unread.map(({ address }) => address))],
      ...(range && { range }),
    },
  ];
}
