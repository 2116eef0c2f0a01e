import type { FailOn } from "../../model/plan/fail-on.js";
import { type FindingSource, findingsFrom, type GuardFinding, refusal } from "../../model/plan/finding.js";
import { groupBy } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { isForJoiners } from "../people/has-joined.js";
import { gainersOf, openedAccess, widenedAccess, windowsOfAccess } from "./access-limits.js";
import { allowanceOf, GUARD_TABLE } from "./allowance.js";
import { allowedAgain } from "./created-again.js";
import { completeWorkspaces, limitedDeletes, namedArchives, protectedThings } from "./deletion-guards.js";
import { brokenExpectations, undecidedExpectations } from "./expectations.js";
import { allowedLookAlikes } from "./look-alikes.js";
import { losingPeople } from "./people-guards.js";
import type { Guard, PlanFacts, WorkspaceGuard } from "./plan-facts.js";

/** A base that the branch does not contain, and that was allowed: an approval covers it, too. */
const aheadOfBranch: Guard = ({ history: { ahead } = {}, options }) =>
  ahead === undefined || !allowanceOf(options.allow).isOn("base-ahead")
    ? []
    : [
        refusal({
          code: "base-ahead",
          name: "base-ahead",
          refused: false,
          message: "The base has commits that this branch does not have",
          actual: ahead.commits,
          addresses: [],
          override: "--allow base-ahead",
        }),
      ];

/** Failed checks that the file sets to `error`. */
const failedChecks: Guard = ({ parts, options }) => {
  const allowance = allowanceOf(options.allow);
  const checks = parts.flatMap((part) => findingsFrom(part, "check"));
  const errors = checks.filter(({ severity }) => severity === "error");
  return [...groupBy(errors, ({ code }) => code)].map(([code, found]) =>
    refusal({
      code,
      name: code,
      refused: found.length > (allowance.numberOf(code) ?? 0),
      message: `${count(found.length, "finding")} of a check that the file calls an error`,
      limit: 0,
      actual: found.length,
      override: `--allow ${code}=${found.length}`,
      addresses: found.flatMap(({ address }) => address ?? []),
    }),
  );
};

/** Findings that `--fail-on` names. */
const failOn: Guard = (facts) =>
  (facts.options.failOn ?? []).flatMap((name) => {
    const found = FINDINGS[name](facts);
    if (found === 0) return [];
    const message = `--fail-on ${name}: ${found} found`;
    return [
      refusal({
        code: "fail-on",
        name: `fail-on.${name}`,
        refused: true,
        message,
        actual: found,
        addresses: [],
      }),
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
    const isForJoiner = isForJoiners(facts);
    return facts.resource_changes.filter(
      (one) => one.change.actions[0] !== "no-op" && one.origin !== "intent" && !isForJoiner(one),
    ).length;
  },
};

/** The guards of one workspace, asked of one after the other. */
const ofEachWorkspace =
  (...guards: readonly WorkspaceGuard[]): Guard =>
  (facts) =>
    facts.parts.flatMap((part) => guards.flatMap((guard) => guard(part, facts)));

/** Every guard, in the order in which a plan lists what they say. What lets one pass is in {@link GUARD_TABLE}. */
const GUARDS: readonly Guard[] = [
  aheadOfBranch,
  allowedAgain,
  protectedThings,
  namedArchives,
  completeWorkspaces,
  losingPeople,
  limitedDeletes,
  openedAccess,
  widenedAccess,
  windowsOfAccess,
  failedChecks,
  ofEachWorkspace(brokenExpectations, undecidedExpectations, allowedLookAlikes),
  failOn,
];

/**
 * The findings of all guards that apply to the plan's purpose: their refusals and the refusals that were
 * overridden, with the exact flag of each.
 */
export function askGuards(facts: PlanFacts): readonly GuardFinding[] {
  const findings = GUARDS.flatMap((guard) => guard(facts));
  return facts.options.purpose === "drift" ? findings.filter(countsForDrift) : findings;
}

/** Returns true for a finding that counts for drift; `--fail-on` always does. */
function countsForDrift({ refuses }: GuardFinding): boolean {
  const row = GUARD_TABLE.get(refuses.name);
  return row === undefined || row.forDrift === true;
}
