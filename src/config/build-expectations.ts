import { memberValueAddress, workspaceAddress } from "../model/address.js";
import type { DesiredAttribute, DesiredWorkspace, Expectation } from "../model/desired-state.js";
import { canonicalEmail } from "../model/email.js";
import { at, type BuildContext, textEntry, textsEntry } from "./build-context.js";
import { checkFormat, type Definitions, scalarAsText } from "./build-values.js";
import { type DataMap, entry, isDataList, isDataMap, items } from "./data.js";
import { error } from "./finding.js";
import { quote } from "./wording.js";

/** The expectations in the file's order. Each names a workspace of the file that is to be there. */
export function buildExpectations(
  context: BuildContext,
  root: DataMap,
  workspaces: readonly DesiredWorkspace[],
): readonly Expectation[] {
  const definitionsOf = new Map(
    workspaces.filter((w) => w.state === "present").map((w) => [w.name, byName(w.attributes ?? [])]),
  );
  const names = [...definitionsOf.keys()];
  return items(entry(root, "expect")).flatMap((data): readonly Expectation[] => {
    const workspace = textEntry(data, "workspace");
    const attribute = textEntry(data, "attribute");
    if (!isDataMap(data) || workspace === undefined || attribute === undefined) return [];
    const definitions = definitionsOf.get(workspace);
    if (definitions === undefined) {
      const detail =
        "An expectation is about the planned end state, which exists only for workspaces that the file declares.";
      const where = {
        ...at(context, data, "workspace", "value"),
        suggestion: { text: workspace, among: names },
      };
      context.report(
        error("unknown-workspace", `No workspace ${quote(workspace)} is declared`, detail, where),
      );
      return [];
    }
    const member = textEntry(data, "member");
    return member === undefined
      ? buildNever(context, data, definitions, { workspace, attribute })
      : buildIs(context, data, definitions, { workspace, attribute, member: canonicalEmail(member) });
  });
}

function byName(attributes: readonly DesiredAttribute[]): Definitions {
  return new Map(attributes.map((a) => [a.name, a]));
}

function buildIs(
  context: BuildContext,
  data: DataMap,
  definitions: Definitions,
  subject: { readonly workspace: string; readonly attribute: string; readonly member: string },
): Expectation[] {
  const { workspace, attribute, member } = subject;
  const is = scalarAsText(context, data, "is", data.is);
  if (is === undefined) return [];
  const address = memberValueAddress(workspace, member, attribute);
  checkFormat(context, definitions, attribute, is, () => at(context, data, "is", "value", address));
  return [{ kind: "is", workspace, member, attribute, is }];
}

function buildNever(
  context: BuildContext,
  data: DataMap,
  definitions: Definitions,
  { workspace, attribute }: { readonly workspace: string; readonly attribute: string },
): Expectation[] {
  const list = entry(data, "never");
  if (!isDataList(list)) return [];
  const never = list.flatMap((item, index): string[] => {
    const text = scalarAsText(context, list, index, item);
    if (text === undefined) return [];
    checkFormat(context, definitions, attribute, text, () =>
      at(context, list, index, "value", workspaceAddress(workspace)),
    );
    return [text];
  });
  return [
    { kind: "never", workspace, attribute, never, except_groups: textsEntry(data, "except_groups") ?? [] },
  ];
}
