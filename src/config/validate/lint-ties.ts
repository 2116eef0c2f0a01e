import { ALL_USERS, groupValueAddress } from "../../model/address.js";
import type { DesiredWorkspace, PresentGroup, PresentWorkspace } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/group-by.js";
import { error, type Finding, warning } from "./finding.js";
import { quote, quoteAll } from "./wording.js";

/** One group's value for the attribute that is looked at. */
interface Setter {
  readonly group: PresentGroup;
  readonly precedence: number;
  readonly value: string;
}

/**
 * Finds groups of one declared precedence that set the same attribute (`api.md`: which one wins is undefined). It is
 * an error where the file itself gives somebody two values by it, otherwise a warning. Decided from the file alone:
 * members whom the file does not list are the planner's business.
 */
export function lintTies(workspaces: readonly DesiredWorkspace[]): Finding[] {
  return workspaces.flatMap((workspace) => (workspace.state === "present" ? lintWorkspace(workspace) : []));
}

function lintWorkspace(workspace: PresentWorkspace): Finding[] {
  const setters = (workspace.groups ?? []).flatMap((group) =>
    group.state === "present" && group.name !== ALL_USERS && group.precedence !== undefined
      ? (group.values ?? []).map(({ attribute, value }) => ({
          attribute,
          group,
          precedence: group.precedence ?? 0,
          value,
        }))
      : [],
  );
  return [...groupBy(setters, (s) => s.attribute)].flatMap(([attribute, ofAttribute]) => {
    const ties = [...groupBy(ofAttribute, (s) => s.precedence)].filter(([, tied]) => tied.length > 1);
    const ambiguousAt =
      ties.length > 0 ? findAmbiguous(workspace, attribute, ofAttribute) : new Map<number, string>();
    return ties.map(([precedence, tied]) =>
      describeTie(workspace.name, attribute, precedence, tied, ambiguousAt.get(precedence)),
    );
  });
}

/** By precedence, the first person (by address) whose value is undefined there: no own value, nothing higher. */
function findAmbiguous(
  workspace: PresentWorkspace,
  attribute: string,
  setters: readonly Setter[],
): ReadonlyMap<number, string> {
  const best = new Map<
    string,
    { readonly precedence: number; readonly value: string; readonly isAmbiguous: boolean }
  >();
  for (const { group, precedence, value } of setters) {
    for (const { email } of group.members ?? []) {
      const before = best.get(email);
      if (before === undefined || precedence > before.precedence)
        best.set(email, { precedence, value, isAmbiguous: false });
      else if (precedence === before.precedence && value !== before.value)
        best.set(email, { ...before, isAmbiguous: true });
    }
  }
  for (const { email, values } of workspace.members ?? []) {
    if (values?.some((v) => v.attribute === attribute)) best.delete(email);
  }
  const ambiguousAt = new Map<number, string>();
  for (const [email, { precedence, isAmbiguous }] of best) {
    const first = ambiguousAt.get(precedence);
    if (isAmbiguous && (first === undefined || email < first)) ambiguousAt.set(precedence, email);
  }
  return ambiguousAt;
}

function describeTie(
  workspace: string,
  attribute: string,
  precedence: number,
  tied: readonly Setter[],
  ambiguousAt: string | undefined,
): Finding {
  const names = tied.map(({ group }) => group.name);
  const address = groupValueAddress(workspace, names.at(-1) ?? "", attribute);
  const summary = `${tied.length} groups of precedence ${precedence} set ${quote(attribute)}`;
  const groups = `${quoteAll(names)}: which of them wins is undefined.`;
  if (ambiguousAt === undefined) {
    const detail = `${groups} The file lists nobody whose value depends on it, but members may be in both. Give each group its own precedence.`;
    return warning("tie", summary, detail, { address });
  }
  const detail = `${groups} ${quote(ambiguousAt)} is in several with different values. Give each group its own precedence, or ${quote(ambiguousAt)} a value of their own.`;
  return error("tie", summary, detail, { address });
}
