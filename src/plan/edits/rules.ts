import { writtenUnderNames } from "../../config/written.js";
import { GROUP_LISTS } from "../../kinds/rules/expectations.js";
import { type Address, memberAddress, membershipAddress } from "../../model/address.js";
import type { ResourceChange, RuleChange } from "../../model/plan/plan.js";
import {
  type DesiredState,
  type Limits,
  limitsBy,
  presentIn,
  type RosterCheck,
  type RosterChecks,
} from "../../model/state/desired-state.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { groupBy, setOf } from "../../util/collections.js";
import { isRecord } from "../../util/record.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { checkArrivals, checkRoster } from "../checks/roster-checks.js";
import { differingKeys } from "../diff/compare.js";
import { baseOf } from "../diff/declared.js";
import { openedAccess, widenedAccess, windowsOfAccess } from "../guards/access-limits.js";
import { limitedDeletes, protectedThings } from "../guards/deletion-guards.js";
import { refusedBy } from "../guards/expectations.js";
import type { PlannedChanges, RuleGuard, WorkspacePart } from "../guards/plan-facts.js";
import type { BaseFacts, PlanInput } from "../input/inputs.js";
import { type Edit, editsOf, type JudgedEdit, writtenEdits } from "./edits.js";

/**
 * The rules that an edit changes: removals first, then changes, then additions. What is written beside managed things
 * decides tomorrow, so that each edit of it is one, and so is each edit that nothing else shows. Each says whether
 * the rule as it was would have refused the plan; `null` where that was not decided, since it needs what nobody has read.
 */
export function rulesChanged(
  input: PlanInput,
  parts: readonly WorkspacePart[],
  planned: PlannedChanges,
): readonly RuleChange[] {
  const { base, desired, file, dataModel, options } = input;
  if (base === undefined) return [];
  const { renamedKeys = [], dataModel: baseModel = dataModel } = base;
  const names = new Set(parts.map(({ workspace }) => workspace.name));
  const isOfRun = ({ path: [list, name = ""], before, after }: Edit): boolean => {
    if (list === "workspaces") return names.has(name);
    return list !== "expect" || options.workspaces === undefined || isAbout(before ?? after, names);
  };
  const [then, now] = [base.written?.().tree ?? {}, file?.written?.().tree ?? {}];
  const managed = parts.flatMap((part) => editedIn(part, base));
  const edited = setOf(managed, "address");
  const renames: Renames = new Map(
    parts.map(({ workspace, diff }) => [workspace.name, diff.match?.renamedTo ?? new Map()]),
  );
  const former = writtenUnderNames(then, new Map(renamedKeys), renames);
  const written = writtenEdits(former, now).filter(
    // Somebody who is added and comes into the group by it is said by their membership.
    (edit) => isOfRun(edit) && !edited.has(addedIn(edit) ?? ""),
  );
  const keys = renamedKeys.map(([before, after]): Edit => ({ path: ["workspaces"], before, after }));
  // What other files of a data model mean for people stands in Access.
  const model =
    !dataModel || baseModel === dataModel
      ? []
      : [{ path: ["data_model"], before: "as in the base", after: "changed" }];
  const rules = [...keys, ...paired(written), ...model, ...managed.filter(({ isRule }) => isRule)];
  const changes = rules.map((edit) => {
    const { path, before, after } = edit as Edit & Pick<RuleChange, "before" | "after">; // files hold JSON
    const would_refuse = wouldRefuse(edit, input, parts, planned);
    return {
      ...{ rule: ruleText(path), before, after, would_refuse },
      ...(isRename(edit, renames, desired) && { renamed: true as const }),
    };
  });
  const byKind = groupBy(changes, ({ before, after }) =>
    after === null ? "removed" : before === null ? "added" : "changed",
  );
  return (["removed", "changed", "added"] as const).flatMap((kind) => byKind.get(kind) ?? []);
}

/** The present names of the groups that a plan renames, by former ones, for each workspace. */
type Renames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Returns true for the line that renames a group, and for a rule that differs in the names of such groups alone. */
function isRename(
  { path: [list, name = "", , group, key], before, after }: Edit,
  renames: Renames,
  { workspaces }: DesiredState,
): boolean {
  if (key === "previously") return renames.get(name)?.get(String(after)) === group;
  const about = presentIn(workspaces).filter((one) =>
    list === "expect" ? isAbout(after, new Set([one.name])) : one.name === name,
  );
  return (
    about.length > 0 && about.every((one) => textUnder(before, renames.get(one.name)) === textUnder(after))
  );
}

/** The text of a rule with the present names of groups in the lists that hold such names. */
const textUnder = (rule: unknown, names: ReadonlyMap<string, string> = new Map()): string =>
  JSON.stringify(rule, (key, list) => {
    if (!Array.isArray(list) || !["", ...GROUP_LISTS].includes(key)) return list;
    const present = list.map((group) => names.get(group) ?? group);
    return key === "" ? present : present.sort();
  });

/** Edits in which a rule that goes, and one that comes and differs in one key, are one change. */
function paired(edits: readonly Edit[]): readonly Edit[] {
  const taken = new Set<Edit>();
  const joined = edits.map((edit) => {
    const { path, before, after } = edit;
    if (after !== null || !isRecord(before)) return edit;
    const next = edits.find(
      (one) =>
        !taken.has(one) &&
        one.before === null &&
        isRecord(one.after) &&
        String(one.path) === String(path) &&
        differingKeys(before, one.after).size === 1,
    );
    if (next === undefined) return edit;
    taken.add(next);
    return { ...edit, after: next.after };
  });
  return joined.filter((edit) => !taken.has(edit));
}

/** The membership that an entry of the `add` of a group is about. */
function addedIn({ path: [, workspace, , group, , list], before, after }: Edit): Address | undefined {
  if (workspace === undefined || group === undefined || list !== "add") return undefined;
  return membershipAddress(workspace, group, String(before ?? after));
}

/** Returns true if an expectation is about one of these workspaces. */
function isAbout(expectation: unknown, names: ReadonlySet<string>): boolean {
  const pattern = isRecord(expectation) ? String(expectation.workspace) : "";
  return [...names].some((name) => fitsWildcard(pattern, name));
}

/** A place in the file, as keys with dots between them: `workspaces.prod.attributes.region.deny`. */
const ruleText = (path: readonly string[]): string =>
  path.map((key) => (key.includes(".") && !key.includes("@") ? JSON.stringify(key) : key)).join(".");

/** Returns true if the rule as it was would refuse the plan and the new one does not; `null` if nobody can say. */
function wouldRefuse(
  edit: Edit,
  { desired, base, file, dataModel, options }: PlanInput,
  parts: readonly WorkspacePart[],
  planned: PlannedChanges,
): boolean | null {
  const {
    path: [list, name = ""],
    before,
  } = edit;
  if (before === null || base === undefined) return false;
  if (list === "protect" || list === "limits") {
    const objections = (rules: Rules): readonly string[] =>
      Object.values(RULE_GUARDS)
        .flat()
        .flatMap((ask) =>
          ask({
            ...planned,
            parts,
            desired: { ...desired, ...rules },
            base: undefined,
            options: { ...options, allow: [] },
          }),
        )
        .map(({ message }) => message);
    const others = objections(NO_RULES);
    return objections(onlyRule(edit)).some((message) => !others.includes(message));
  }
  if (list === "expect") {
    const known = base.written?.().expectations.get(canonicalJson(before)) ?? [];
    const rules = known.flatMap((index) => base.desired.expect[index] ?? []);
    const answers = rules.flatMap((rule) =>
      parts.flatMap(({ end }) => (end === undefined ? [] : refusedBy(rule, end, { dataModel }))),
    );
    return answers.includes(true) ? true : answers.includes(null) ? null : false;
  }
  if (list === "checks") {
    const errorsBy = (checks: RosterChecks | undefined) =>
      checkErrors(name, checks?.[name], parts, options.today);
    const still = new Set(errorsBy(desired.checks));
    return errorsBy(base.desired.checks).some((error) => !still.has(error));
  }
  if (list === "people" && name === "at_least") return (file?.people?.rows ?? 0) < Number(before);
  return false;
}

/** What holds each rule of a file that guards read; the limit of opened values is that of exposure windows, too. */
const RULE_GUARDS: Readonly<
  Record<"protect" | Exclude<keyof Limits, "access"> | keyof Limits["access"], readonly RuleGuard[]>
> = {
  protect: [protectedThings],
  delete: [limitedDeletes],
  opened: [openedAccess, windowsOfAccess],
  widened: [widenedAccess],
};

/** What guards of things and access ask of a file. */
type Rules = Pick<DesiredState, "protect" | "limits">;

const NO_RULES: Rules = { protect: [], limits: limitsBy(() => Infinity) };

/** The rules of a file that had one pattern of `protect`, or one limit, as it was. */
function onlyRule({ path: [list, name = "", key = ""], before }: Edit): Rules {
  if (list === "protect") return { ...NO_RULES, protect: [String(before)] };
  const limits = limitsBy((_, one, other) => (one === name && other === key ? Number(before) : Infinity));
  return { ...NO_RULES, limits };
}

/** The errors that a check finds about rosters and people who arrive. */
function checkErrors(
  name: string,
  check: RosterCheck | undefined,
  parts: readonly WorkspacePart[],
  today: string | undefined,
): readonly string[] {
  const only: RosterChecks = check === undefined ? {} : { [name]: check };
  const findings = [
    ...parts.flatMap(({ workspace, liveWorkspace }) => checkRoster(workspace, liveWorkspace, only, today)),
    ...checkArrivals(
      parts.flatMap(({ arrivals }) => arrivals),
      only,
    ),
  ];
  return findings.flatMap(({ severity, summary }) => (severity === "error" ? [summary] : []));
}

/** The edits of what the files manage in a workspace. */
function editedIn(
  { workspace, liveWorkspace, ofBase, diff, changes, notListed }: WorkspacePart,
  base: BaseFacts,
): readonly JudgedEdit[] {
  if (workspace.state === "absent") {
    const { name, dropped } = workspace;
    // The product has archived it already, so that no change says what the edit takes over.
    const isGone = liveWorkspace === undefined && ofBase?.workspace.state === "present";
    const after = dropped ? null : { state: "absent" };
    return isGone ? [{ address: name, path: ["workspaces", name], before: name, after, isRule: true }] : [];
  }
  const isWhole = ({ change }: ResourceChange): boolean => ["create", "delete"].includes(change.actions[0]);
  const leaving = notListed.map(({ member }) => memberAddress(workspace.name, member));
  const shown = [...changes, ...diff.deferred].map(({ address }) => address);
  return editsOf(baseOf(base.desired, workspace), workspace, {
    planned: new Set([...shown, ...leaving]),
    whole: setOf(changes.filter(isWhole), "address"),
    liveByAddress: diff.liveByAddress,
  });
}
