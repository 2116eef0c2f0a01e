import { isCheckCode } from "../../kinds/rules/checks.js";
import type { FailOn } from "../../model/plan/fail-on.js";
import { type FindingSource, findingsFrom, type GuardFinding, refusal } from "../../model/plan/finding.js";
import { groupBy } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { forWhoHasJoined } from "../people/has-joined.js";
import { gainersOf, openedAccess, widenedAccess, windowsOfAccess } from "./access-limits.js";
import { allowanceOf, GUARDS, type GuardName, guardFinding, type Objection } from "./allowance.js";
import { allowedAgain, allowedLookAlikes } from "./creations.js";
import { completeWorkspaces, limitedDeletes, namedArchives, protectedThings } from "./deletion-guards.js";
import { brokenExpectations, undecidedExpectations } from "./expectations.js";
import { losingPeople } from "./people-guards.js";
import type { Guard, PlanFacts } from "./plan-facts.js";

/** A base that the branch does not contain, and that was allowed: an approval covers it, too. */
const aheadOfBranch: Guard = ({ history: { ahead } = {}, options }) =>
  ahead === undefined || !allowanceOf(options.allow).isNamed("base-ahead")
    ? []
    : [
        {
          guard: "base-ahead",
          message: "The base has commits that this branch does not have",
          actual: ahead.commits,
          addresses: [],
        },
      ];

/** Failed checks that the file sets to `error`. */
const failedChecks: Guard = (facts) => {
  const errors = findingsFrom(facts, "check").filter(({ severity }) => severity === "error");
  return [...groupBy(errors, ({ code }) => code)].flatMap(([code, found]): readonly Objection[] => {
    const message = `${count(found.length, "finding")} of a check that the file calls an error`;
    const addresses = found.flatMap(({ address }) => address ?? []);
    return isCheckCode(code) ? [{ guard: code, message, limit: 0, actual: found.length, addresses }] : [];
  });
};

/** Findings that `--fail-on` names. */
const failOn = (facts: PlanFacts): readonly GuardFinding[] =>
  (facts.options.failOn ?? []).flatMap((name) => {
    const actual = FINDINGS[name](facts);
    if (actual === 0) return [];
    const message = `--fail-on ${name}: ${actual} found`;
    return [
      refusal({ code: "fail-on", name: `fail-on.${name}`, refused: true, message, actual, addresses: [] }),
    ];
  });

/** The sources of findings that `--fail-on warning` counts; `--fail-on check` counts those of checks. */
const OWN: ReadonlySet<FindingSource> = new Set(["file", "plan"]);

/** The number of a plan's findings, by the name in `--fail-on`. */
const FINDINGS: Readonly<Record<FailOn, (facts: PlanFacts) => number>> = {
  // Warnings of the service come in every run, and no edit of the file can end them.
  warning: ({ findings }) =>
    findings.filter(({ from, severity }) => OWN.has(from) && severity === "warning").length,
  tie: ({ findings }) => findings.filter(({ code }) => code === "tie").length,
  opened: ({ summary, findings, parts }) =>
    summary.access.opened +
    findings.filter(({ code }) => code === "arrives-open").length +
    parts.reduce((sum, part) => sum + part.openedBeforeArrival.length, 0),
  widened: ({ people, arrivals }) => gainersOf(people, arrivals).members.length,
  arriving: ({ summary }) => summary.access.arriving,
  unmanaged: ({ unmanaged }) => unmanaged.length,
  "not-listed": ({ summary }) => summary.not_listed,
  unsupported: ({ unsupported }) => unsupported.length,
  check: (facts) => findingsFrom(facts, "check").length,
  rules: ({ rules_changed }) => rules_changed.length,
  drift: (facts) => {
    const isForWhoHasJoined = forWhoHasJoined(facts);
    return facts.resource_changes.filter(
      (one) => one.change.actions[0] !== "no-op" && one.origin !== "intent" && !isForWhoHasJoined(one),
    ).length;
  },
};

/** The questions of the guards, in the order in which a plan lists what they say. */
const QUESTIONS: Readonly<Record<Question, Guard>> = {
  base: aheadOfBranch,
  creations: allowedAgain,
  protected: protectedThings,
  archives: namedArchives,
  groups: completeWorkspaces,
  people: losingPeople,
  deletions: limitedDeletes,
  opened: openedAccess,
  widened: widenedAccess,
  windows: windowsOfAccess,
  checks: failedChecks,
  workspaces: ({ parts, options }) =>
    parts.flatMap((part) => [
      ...brokenExpectations(part),
      ...undecidedExpectations(part, options),
      ...allowedLookAlikes(part, options),
    ]),
};

/** A question about a plan: each is asked once, and has one guard or several. */
type Question = (typeof GUARDS)[GuardName]["asks"];

/**
 * The findings of all guards that apply to the plan's purpose: their refusals and the refusals that were
 * overridden, with the exact flag of each. `--fail-on` always applies.
 */
export function askGuards(facts: PlanFacts): readonly GuardFinding[] {
  const { allow, purpose } = facts.options;
  const allowance = allowanceOf(allow);
  const objections = Object.values(QUESTIONS).flatMap((ask) => ask(facts));
  const applying =
    purpose === "drift" ? objections.filter(({ guard }) => "forDrift" in GUARDS[guard]) : objections;
  return [...applying.map((objection) => guardFinding(objection, allowance)), ...failOn(facts)];
}
