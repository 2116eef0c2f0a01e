import { UNLIMITED_ROLES } from "../../access/values/roles.js";
import { workspaceAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Arrival, RuleChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import {
  type DesiredState,
  type Expectation,
  type PresentWorkspace,
  presentIn,
  type RosterChecks,
  type RuleValue,
} from "../../model/state/desired-state.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { count } from "../../util/english.js";
import { checkArrivals } from "../checks/roster-checks.js";
import { isDifferent } from "../diff/compare.js";
import type { PlanInput, PlanOptions, Rules } from "../input/inputs.js";
import { refusedBy } from "./expectations.js";
import type { GuardedPart } from "./plan-facts.js";

/** The end state and the roster of a workspace, of which rules of the base are asked as well. */
interface JudgedPart extends Pick<GuardedPart, "workspace" | "end"> {
  readonly arrivals: readonly Arrival[];
  rosterFindings(by: RosterChecks | undefined): readonly Diagnostic[];
}

/** The part of a file that says which roles are unlimited. */
type RoleRules = Pick<DesiredState, "workspaces" | "unlimited_roles">;

/**
 * Lists the changes of the edit to the rules that apply to it; an approval of the plan covers them, too. In the order
 * of the file's keys, each pattern and each expectation by itself.
 */
export function rulesChanged(
  { desired: now, options }: Pick<PlanInput, "desired" | "options">,
  parts: readonly JudgedPart[],
): readonly RuleChange[] {
  const { base, workspaces, renamedKeys = [] } = options;
  if (base === undefined) return [];
  const refusals = (expectation: Expectation) =>
    parts.flatMap(({ end }) => (end === undefined ? [] : refusedBy(expectation, end, options)));
  const names = new Set(parts.map(({ workspace }) => workspace));
  const asked = ({ expect }: Rules) =>
    workspaces === undefined ? expect : expect.filter(({ workspace }) => names.has(workspace));
  return [
    ...leastChanges(options),
    ...limitChanges(now, base),
    ...roleChanges(now, base),
    ...listChanges("protect", now.protect, base.protect, () => []),
    ...listChanges("expect", asked(now), asked(base), refusals),
    ...checkChanges(now.checks ?? {}, base.checks ?? {}, parts),
    // Rules name workspaces by these keys.
    ...renamedKeys.flatMap(([before, after]) => ruleChange("key of a workspace", before, after)),
    ...ruleChange("data_model", base.data_model_written ?? null, now.data_model_written ?? null),
    ...meaningChanges(now, base),
  ];
}

/** The present workspaces of a file that the base has, too, each with that of the base. */
function inBoth(
  now: Pick<DesiredState, "workspaces">,
  base: typeof now,
): readonly (readonly [PresentWorkspace, PresentWorkspace])[] {
  const before = new Map(presentIn(base.workspaces).map((workspace) => [workspace.name, workspace]));
  return presentIn(now.workspaces).flatMap((workspace) => {
    const earlier = before.get(workspace.name);
    return earlier === undefined ? [] : [[workspace, earlier] as const];
  });
}

/** The change of a rule that refuses nothing by itself; none if it stays. */
const ruleChange = (
  rule: string,
  before: RuleValue | null,
  after: RuleValue | null,
): readonly RuleChange[] => (isDifferent(before, after) ? [{ rule, before, after, would_refuse: [] }] : []);

/**
 * The changes of what decides how access is judged and given, at things that stay: the values that allow nothing, values
 * that everybody needs, and the way in which people arrive.
 */
function meaningChanges(now: Pick<DesiredState, "workspaces">, base: typeof now): RuleChange[] {
  return inBoth(now, base).flatMap(([workspace, earlier]) => {
    const known = new Map(
      contentsOf(earlier)
        .of("attribute")
        .map((one) => [one.address, one]),
    );
    const ofAttributes = contentsOf(workspace)
      .of("attribute")
      .flatMap(({ address, deny, required = false }) => {
        const before = known.get(address);
        if (before === undefined) return [];
        return [
          ...ruleChange(`deny of ${address}`, inOrder(before.deny), inOrder(deny)),
          ...ruleChange(`required of ${address}`, before.required ?? false, required),
        ];
      });
    const arrive = ruleChange(
      `arrive_by of ${workspaceAddress(workspace.name)}`,
      earlier.arrive_by ?? null,
      workspace.arrive_by ?? null,
    );
    return [...ofAttributes, ...arrive];
  });
}

/** The order of values that allow nothing means nothing. */
const inOrder = (deny: readonly string[] | undefined): readonly string[] | null =>
  deny === undefined ? null : [...deny].sort();

/** The changes of the roles that values do not limit: of the whole file, then of workspaces that differ otherwise. */
function roleChanges(now: RoleRules, base: RoleRules): RuleChange[] {
  const changes = (rule: string, after: RoleRules["unlimited_roles"], before: typeof after) =>
    listChanges(rule, after ?? UNLIMITED_ROLES, before ?? UNLIMITED_ROLES, () => []);
  const ofFile = changes("unlimited_roles", now.unlimited_roles, base.unlimited_roles);
  const withoutRule = (all: readonly RuleChange[]) =>
    canonicalJson(all.map(({ rule: _, ...change }) => change));
  const ofWorkspaces = inBoth(now, base).flatMap(([{ name, unlimited_roles }, earlier]) => {
    const own = changes(`workspaces.${name}.unlimited_roles`, unlimited_roles, earlier.unlimited_roles);
    return withoutRule(own) === withoutRule(ofFile) ? [] : own;
  });
  return [...ofFile, ...ofWorkspaces];
}

function limitChanges({ limits: now }: Rules, { limits: base }: Rules): RuleChange[] {
  const pairs = [
    ["limits.delete.count", base.delete.count, now.delete.count],
    ["limits.delete.percent", base.delete.percent, now.delete.percent],
    ["limits.access.opened", base.access.opened, now.access.opened],
    ["limits.access.widened", base.access.widened ?? null, now.access.widened ?? null],
  ] as const;
  return pairs.flatMap(([rule, before, after]) => ruleChange(rule, before, after));
}

/** The change of the least number of people in the list: a list that was cut off may come with a lower number. */
function leastChanges({ file, basePeople }: Pick<PlanOptions, "file" | "basePeople">): RuleChange[] {
  const rows = file?.people?.rows ?? 0;
  const [before, after] = [basePeople?.atLeast ?? null, file?.people?.atLeast ?? null];
  if (before === after) return [];
  const would_refuse =
    before !== null && rows < before
      ? [`The list has ${count(rows, "row that counts", "rows that count")}, not ${before}`]
      : [];
  return [{ rule: "people.at_least", before, after, would_refuse }];
}

/** The order of a list means nothing. */
function listChanges<T extends RuleValue>(
  rule: string,
  now: readonly T[],
  base: readonly T[],
  refusals: (gone: T) => readonly string[],
): RuleChange[] {
  const without = (some: readonly T[], others: readonly T[]) => {
    const known = new Set(others.map((other) => canonicalJson(other)));
    return some.filter((one) => !known.has(canonicalJson(one)));
  };
  return [
    ...without(base, now).map((before) => ({ rule, before, after: null, would_refuse: refusals(before) })),
    ...without(now, base).map((after) => ({ rule, before: null, after, would_refuse: [] })),
  ];
}

const CHECK_NAMES = [
  "mfa",
  "email_verified",
  "email_domains",
  "identity_providers",
  "invite_age_days",
  "organization_admins",
] as const satisfies readonly (keyof RosterChecks)[];

function checkChanges(
  now: RosterChecks,
  base: RosterChecks,
  parts: readonly JudgedPart[],
): readonly RuleChange[] {
  const arrivals = parts.flatMap((part) => part.arrivals);
  const errors = (checks: RosterChecks) =>
    [...parts.flatMap((part) => part.rosterFindings(checks)), ...checkArrivals(arrivals, checks)].flatMap(
      ({ severity, summary }) => (severity === "error" ? [summary] : []),
    );
  return CHECK_NAMES.flatMap((name): RuleChange[] => {
    const [before, after] = [base[name] ?? null, now[name] ?? null];
    if (!isDifferent(before, after)) return [];
    const still = new Set(after === null ? [] : errors({ [name]: after }));
    const would_refuse = (before === null ? [] : errors({ [name]: before })).filter(
      (error) => !still.has(error),
    );
    return [{ rule: `checks.${name}`, before, after, would_refuse }];
  });
}
