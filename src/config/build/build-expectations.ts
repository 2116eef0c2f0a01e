import { numericEntry } from "../../access/values/python-text.js";
import { meaningOf } from "../../access/values/value-meaning.js";
import { ALL_USERS, memberValueAddress, workspaceAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import { contentsOf } from "../../model/state/contents.js";
import {
  type DesiredWorkspace,
  type Expectation,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import { byKey } from "../../util/collections.js";
import { defined } from "../../util/record.js";
import { fitsWildcard, isWildcard } from "../../util/wildcard.js";
import { type Data, type DataMap, entry, isDataList, isDataMap, items } from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import { quote, quoteAll, suggest } from "../text/wording.js";
import { blanksIn } from "../validate/value-findings.js";
import {
  atValue,
  type BuildContext,
  textEntry,
  textsEntry,
  type WorkspaceContext,
  workspaceContext,
} from "./build-context.js";
import { checkRoleNames } from "./build-roles.js";
import { checkAllowed, checkDeclared, checkFormat, scalarAsText } from "./build-values.js";

/** An expectation, and the item of the file's list that it comes from. */
interface BuiltExpectation {
  readonly expectation: Expectation;
  readonly index: number;
}

/**
 * The expectations in the file's order, of a pattern one for each workspace that fits it. Each is about a workspace of
 * the file that is to be there.
 */
export function buildExpectations(
  context: BuildContext,
  root: DataMap,
  workspaces: readonly DesiredWorkspace[],
): readonly BuiltExpectation[] {
  const declared = byKey(presentIn(workspaces), "name");
  const names = [...declared.keys()];
  return items(entry(root, "expect")).flatMap((data, index): readonly BuiltExpectation[] => {
    const named = textEntry(data, "workspace");
    if (!isDataMap(data) || named === undefined) return [];
    for (const key of ["roles", "except_roles"] as const) checkRoleNames(context, data, key);
    const isExact = declared.has(named) || !isWildcard(named);
    const fitting = isExact ? [named] : names.filter((name) => fitsWildcard(named, name));
    const found = fitting.flatMap((name) => declared.get(name) ?? []);
    if (found.length === 0) {
      const known = names.length === 0 ? "none" : quoteAll(names, 6);
      const detail = `An expectation is about the planned end state, which exists only for workspaces that the file declares: ${known}.`;
      const where = {
        ...atValue(data, "workspace"),
        suggestion: { text: named, among: names },
      };
      context.report(
        fileFinding("unknown-workspace", `No workspace ${quote(named)} is declared`, detail, where),
      );
    }
    return found.flatMap((about) =>
      buildExpectation(context, data, about, found).map((expectation) => ({ expectation, index })),
    );
  });
}

function buildExpectation(
  buildContext: BuildContext,
  data: DataMap,
  about: PresentWorkspace,
  asked: readonly PresentWorkspace[],
): readonly Expectation[] {
  const attribute = textEntry(data, "attribute");
  const context = workspaceContext(
    buildContext,
    about.name,
    contentsOf(about).entries("attribute"),
    about.exact.attributes && contentsOf(about).gives("attribute"),
  );
  if (attribute === undefined) return buildData(context, data, about, asked);
  checkAttribute(context, data, attribute);
  checkGroups(context, entry(data, "except_groups"), about, asked);
  const member = textEntry(data, "member");
  return member === undefined
    ? buildNever(context, data, attribute)
    : buildIs(context, data, attribute, canonicalEmail(member));
}

function buildData(
  context: WorkspaceContext,
  data: DataMap,
  about: PresentWorkspace,
  asked: readonly PresentWorkspace[],
): readonly Expectation[] {
  const { workspace } = context;
  const roles = textsEntry(data, "roles");
  if (roles !== undefined) {
    const only_members = (textsEntry(data, "only_members") ?? []).map(canonicalEmail);
    return [{ kind: "roles", workspace, roles, only_members }];
  }
  checkGroups(context, entry(data, "only_groups"), about, asked);
  const [objects, only_groups, except_roles] = [
    textsEntry(data, "data"),
    textsEntry(data, "only_groups"),
    textsEntry(data, "except_roles"),
  ];
  return objects === undefined
    ? []
    : [
        defined({
          kind: "data" as const,
          workspace,
          data: objects,
          only_groups: only_groups ?? [],
          except_roles,
        }),
      ];
}

const CHECKS_NOTHING = "A rule about it would check nothing. Correct the name, or take the rule out.";

/** Reports an attribute that the file deletes, or that an exact list lacks. Otherwise the plan checks it. */
function checkAttribute(context: WorkspaceContext, data: DataMap, attribute: string): void {
  const { workspace, definitions } = context;
  const where = () => atValue(data, "attribute", workspaceAddress(workspace));
  const definition = definitions.get(attribute);
  if (definition?.state === "absent") {
    const summary = `${quote(attribute)} is declared absent`;
    context.report(fileFinding("unknown-attribute", summary, CHECKS_NOTHING, where()));
  } else {
    checkDeclared(context, attribute, CHECKS_NOTHING, where);
  }
}

/** Reports unknown groups of an expectation: each has to be in one of the workspaces that it is about. */
function checkGroups(
  context: WorkspaceContext,
  list: Data | undefined,
  about: PresentWorkspace,
  asked: readonly PresentWorkspace[],
): void {
  const { workspace } = context;
  const namesIn = (one: PresentWorkspace) =>
    contentsOf(one)
      .of("group")
      .map(({ name }) => name);
  const declared = asked.flatMap(namesIn);
  const groups = contentsOf(about).entries("group");
  const among = namesIn(about);
  for (const [index, name] of items(list).entries()) {
    if (typeof name !== "string" || name === ALL_USERS || declared.includes(name)) continue;
    // Of a pattern, the plan says whether it fits a group of any workspace.
    if (isWildcard(name)) continue;
    const where = atValue(list, index, workspaceAddress(workspace));
    const renamed = groups.find(({ previously = [] }) => previously.includes(name));
    const nearest = suggest(name, among);
    if (renamed !== undefined) {
      const detail = `The file renames that group to ${quote(renamed.name)}. Write the new name.`;
      context.report(fileFinding("unknown-group", `${quote(name)} is a former name`, detail, where));
    } else if (groups.some((group) => group.name === name)) {
      const summary = `${quote(name)} is declared absent`;
      context.report(fileFinding("unknown-group", summary, CHECKS_NOTHING, where));
    } else if (asked.every(({ exact }) => exact.groups)) {
      const summary = `${quote(workspace)} has no group ${quote(name)}, and lists all of them (\`exact\`)`;
      const suggestion = { text: name, among };
      context.report(fileFinding("unknown-group", summary, CHECKS_NOTHING, { ...where, suggestion }));
    } else if (nearest !== undefined) {
      const detail = `Did you mean ${quote(nearest)}? \`orgform plan\` tells whether it exists without being declared.`;
      context.report(
        fileFinding("unknown-group", `No group ${quote(name)} is declared`, detail, {
          ...where,
          severity: "warning",
        }),
      );
    }
  }
}

/** Reports a text that the attribute does not take, and one that only looks like a value that somebody can have. */
function checkText(context: WorkspaceContext, attribute: string, text: string, where: () => Where): void {
  checkFormat(context, attribute, text, where);
  // A rule may forbid what only the service has.
  checkAllowed(context, context.definitions.get(attribute), text, () => ({
    ...where(),
    severity: "warning",
  }));
  for (const finding of blanksIn(attribute, text, where)) context.report(finding);
}

function buildIs(context: WorkspaceContext, data: DataMap, attribute: string, member: string): Expectation[] {
  const { workspace } = context;
  const is = scalarAsText(data, "is", data.is);
  if (is === undefined) return [];
  const address = memberValueAddress(workspace, member, attribute);
  checkText(context, attribute, is, () => atValue(data, "is", address));
  return [{ kind: "is", workspace, member, attribute, is }];
}

function buildNever(context: WorkspaceContext, data: DataMap, attribute: string): Expectation[] {
  const { workspace } = context;
  const list = entry(data, "never");
  if (!isDataList(list)) return [];
  const never = list.flatMap((item, index): readonly string[] => {
    const text = scalarAsText(list, index, item);
    if (text === undefined) return [];
    const where = () => atValue(list, index, workspaceAddress(workspace));
    const meaning = meaningOf(text);
    const isEntry = meaning.kind === "these" && meaning.entries.length === 1;
    // A negative number is an entry of a number column.
    if (!isEntry && numericEntry(text) === undefined) {
      const summary = `${quote(text)} is no single entry, and \`never\` names it`;
      const detail = "Write the entries that people must not see as a list: [west, east].";
      context.report(fileFinding("invalid-value", summary, detail, where()));
      return [];
    }
    checkText(context, attribute, text, where);
    return [text];
  });
  const except_groups = textsEntry(data, "except_groups") ?? [];
  return [{ kind: "never", workspace, attribute, never, except_groups }];
}
