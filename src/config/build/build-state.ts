import { CHECKS } from "../../kinds/rules/checks.js";
import {
  type Address,
  ALL_USERS,
  ancestorAddress,
  canMatch,
  groupAddress,
  PATTERN_ADVICE,
  workspaceAddress,
} from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import {
  DEFAULT_LIMITS,
  type DesiredState,
  type DesiredWorkspace,
  type Limits,
  limitsBy,
  type RosterCheck,
  type RosterChecks,
} from "../../model/state/desired-state.js";
import { sortedBy } from "../../util/collections.js";
import { defined } from "../../util/record.js";
import { isWildcard } from "../../util/wildcard.js";
import { type Data, type DataMap, entry, isDataList, isDataMap } from "../text/data.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { suggestPattern } from "../text/near-pattern.js";
import { spanOfPath, textOf } from "../text/source-map.js";
import { hasByOtherWord, quote } from "../text/wording.js";
import {
  atKey,
  atValue,
  type BuildContext,
  mapEntry,
  numberEntry,
  textEntry,
  textsEntry,
} from "./build-context.js";
import { buildExpectations } from "./build-expectations.js";
import { buildUnlimitedRoles } from "./build-roles.js";
import { buildSignIn } from "./build-sign-in.js";
import { buildWorkspace, type WorkspaceInFile } from "./build-workspace.js";

/**
 * Assembles the desired state: workspaces come with their templates applied, everything else from the
 * combined file. It is complete only if no stage found an error.
 */
export function buildState(
  root: DataMap,
  workspaces: readonly WorkspaceInFile[],
): {
  readonly state: DesiredState;
  /** The index of each expectation in the list of the file. */
  readonly expectIndexes: readonly number[];
  readonly findings: readonly FileDiagnostic[];
} {
  const findings: FileDiagnostic[] = [];
  const context: BuildContext = { report: (finding) => findings.push(finding) };
  const organization = mapEntry(root, "organization");
  if (entry(root, "organization") === undefined && !hasByOtherWord(Object.keys(root), "organization")) {
    const detail =
      "`organization: {id: …}` says which organization this is for; nothing is read from another one. `orgform whoami` shows the id.";
    const where = { span: spanOfPath(root, [], "key") };
    context.report(fileFinding("missing-key", `No file has "organization"`, detail, where));
  }
  const service = mapEntry(root, "service");
  const region = entry(service, "region");
  const base_url = textEntry(service, "base_url");
  if (region !== undefined && base_url !== undefined) {
    const detail = "Both say where the service is. Remove one of them.";
    const where = atKey(service, "base_url");
    context.report(fileFinding("invalid-value", '"service" has a region and a base_url', detail, where));
  }
  const unlimited_roles = buildUnlimitedRoles(context, root);
  const built = workspaces.map((workspace) =>
    withUnlimitedRoles(buildWorkspace(context, workspace), unlimited_roles),
  );
  reportTwins(context, built, workspaces);
  const expectations = buildExpectations(context, root, built);
  const state: DesiredState = defined({
    organization: defined({
      id: textEntry(organization, "id") ?? "",
      name: textEntry(organization, "name"),
    }),
    service: defined({ region: region === "us" || region === "eu" ? region : undefined, base_url }),
    workspaces: sortedBy(built, (w) => w.name),
    protect: buildProtect(context, root, built),
    limits: buildLimits(mapEntry(root, "limits")),
    expect: expectations.map(({ expectation }) => expectation),
    checks: buildChecks(root),
    unlimited_roles,
    data_model: textEntry(root, "data_model"),
    data_model_written: textOf(root, "data_model"),
    warehouse_sign_in: buildSignIn(context, root),
  });
  return { state, expectIndexes: expectations.map(({ index }) => index), findings };
}

/** A workspace whose own list of roles counts, or else the one of the file. */
function withUnlimitedRoles(
  workspace: DesiredWorkspace,
  roles: readonly string[] | undefined,
): DesiredWorkspace {
  if (roles === undefined || workspace.state === "absent") return workspace;
  return { ...workspace, unlimited_roles: workspace.unlimited_roles ?? roles };
}

/** A pattern that can match nothing protects nothing, and nobody would notice. */
function buildProtect(
  context: BuildContext,
  root: DataMap,
  built: readonly DesiredWorkspace[],
): readonly string[] {
  const patterns = textsEntry(root, "protect") ?? [];
  const places = patterns.length === 0 ? [] : declaredPlaces(built);
  for (const [i, pattern] of patterns.entries()) {
    const where = atValue(root.protect, i);
    if (!canMatch(pattern)) {
      context.report(
        fileFinding("invalid-value", `${quote(pattern)} can match no address`, PATTERN_ADVICE, where),
      );
      continue;
    }
    // Any workspace may be one that the file does not list.
    const suggestion = isWildcard(ancestorAddress(pattern, 1)) ? undefined : suggestPattern(pattern, places);
    if (suggestion === undefined) continue;
    const detail = `Did you mean ${quote(suggestion)}? \`orgform plan\` tells whether there is such a thing without being declared.`;
    const summary = `${quote(pattern)} names nothing that the file declares`;
    context.report(fileFinding("protects-nothing", summary, detail, where));
  }
  return patterns;
}

/** What the file declares that a pattern can name, other than people: of those the file need not know any. */
function declaredPlaces(built: readonly DesiredWorkspace[]): readonly Address[] {
  return built.flatMap((workspace) => [
    workspaceAddress(workspace.name),
    groupAddress(workspace.name, ALL_USERS),
    ...(["attribute", "group"] as const).flatMap((kind) =>
      contentsOf(workspace)
        .entries(kind)
        .map(({ address }) => address),
    ),
  ]);
}

/** Reports workspaces that are pinned to one id: each would undo the other's settings. */
function reportTwins(
  context: BuildContext,
  built: readonly DesiredWorkspace[],
  workspaces: readonly WorkspaceInFile[],
): void {
  const names = new Map<string, string>();
  for (const { id, name } of built) {
    if (id === undefined) continue;
    const other = names.get(id);
    names.set(id, other ?? name);
    const data = workspaces.find((workspace) => workspace.name === name)?.data;
    if (other === undefined || data === undefined) continue;
    const detail = "A workspace is in the file once. Correct one of the ids, or make one entry of the two.";
    const summary = `${quote(other)} and ${quote(name)} have one id`;
    context.report(fileFinding("duplicate-workspace", summary, detail, atValue(data, "id")));
  }
}

const buildLimits = (data: DataMap | undefined): Limits =>
  limitsBy((of, list, key) => numberEntry(mapEntry(data, list), key) ?? of(DEFAULT_LIMITS));

/** The roster checks in their long form; `undefined` where the key is absent. */
function buildChecks(root: DataMap): RosterChecks | undefined {
  const checks = mapEntry(root, "checks");
  const names = Object.keys(CHECKS).filter((name) => entry(checks, name) !== undefined);
  return checks && Object.fromEntries(names.map((name) => [name, checkOf(entry(checks, name))]));
}

/** A check in its long form: a list alone is what it allows, a number the most, and either warns. */
function checkOf(data: Data = null): RosterCheck {
  const plain = isDataList(data)
    ? { allowed: data }
    : typeof data === "number"
      ? { max: data }
      : { severity: data };
  const check = isDataMap(data) ? data : plain;
  const severity = textEntry(check, "severity");
  return {
    ...defined({ allowed: textsEntry(check, "allowed"), max: numberEntry(check, "max") }),
    severity: severity === "off" || severity === "error" ? severity : "warn",
  };
}
