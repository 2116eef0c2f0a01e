import { indicesOf } from "../../access/values/access-state.js";
import { accessRowsOf, isOpenRow } from "../../access/values/resolution.js";
import { dataReaderOf, valuesIn } from "../../data-model/answer/people-data.js";
import type { PersonValues } from "../../data-model/answer/person-data.js";
import { viewOf } from "../../data-model/answer/person-view.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import { ALL_USERS } from "../../model/address.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { groupBy } from "../../util/group-by.js";
import { sortedBy } from "../../util/order.js";
import { isSame } from "../input/inputs.js";
import { accessOfWorkspaces } from "../people/access-states.js";
import { listedIn } from "../people/not-listed.js";

/** One person in one workspace, as somebody who reviews access has to know them. */
export interface ReviewRow {
  /** The name, with the id where two workspaces have it. */
  readonly workspace: string;
  readonly workspaceId: string;
  /** Canonical e-mail address. */
  readonly member: string;
  readonly role: string;
  /** True if the file names them; absent where it does not list everybody of the workspace. */
  readonly listed?: boolean;
  /** Names, sorted, without the built-in one. */
  readonly groups: readonly string[];
  /** Effective values, by attribute. */
  readonly values: readonly AccessRow[];
  /** Attributes for which nothing holds them back. */
  readonly open: readonly string[];
  /** The objects of the data model that they do not reach, and the limits of rows; absent without a data model. */
  readonly data?: {
    readonly reached: number;
    /** The objects of which nobody can say whether they reach them. */
    readonly unclear: readonly string[];
    readonly hidden: readonly string[];
    readonly rows: readonly string[];
  };
  /** The values that a data model asks for, to compare two moments. */
  readonly modelValues?: PersonValues;
  /** The moment of the invite, if the person has not accepted it: they see nothing yet. */
  readonly invited?: string;
}

/** The inputs of a review beside the live state, if there is a file. */
export interface ReviewSources {
  readonly model?: ModelDescription | undefined;
  /** The workspaces of the file: they say whom it lists. */
  readonly desired?: readonly DesiredWorkspace[] | undefined;
}

/** Everybody in these workspaces, of which everything was read, by workspace and address. */
export function reviewRows(
  live: LiveState,
  { model, desired = [] }: ReviewSources = {},
): readonly ReviewRow[] {
  const nameOf = distinctNames(live);
  return sortedBy(live.workspaces, ({ name, id }) => `${name}\n${id}`).flatMap((workspace) => {
    const inFile = desired.find((one) => isSame(one, workspace));
    const isListed = inFile && listedIn(inFile);
    const people = [...membersOf(workspace, live, model), ...invitedTo(workspace)];
    return sortedBy(people, ({ member }) => member).map((row) => ({
      workspace: nameOf(workspace),
      workspaceId: workspace.id,
      ...row,
      ...(isListed === undefined ? {} : { listed: isListed(row.member) }),
    }));
  });
}

/** Names of workspaces that are each the name of one: with the id where several have it. */
function distinctNames(live: LiveState): (workspace: Pick<LiveWorkspace, "id" | "name">) => string {
  const all = [...live.workspaces, ...live.unmanaged_workspaces];
  const sharing = groupBy(all, ({ name }) => name);
  return ({ id, name }) => ((sharing.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name);
}

type Person = Omit<ReviewRow, "workspace" | "workspaceId" | "listed">;

function membersOf(workspace: LiveWorkspace, live: LiveState, model: ModelDescription | undefined): Person[] {
  const { id, name } = workspace;
  const asItIs = {
    name,
    id,
    state: "present" as const,
    resources: [],
    lists: [],
    exact: { attributes: false, groups: false, members: false },
  };
  const [access] = accessOfWorkspaces({ workspaces: [asItIs] }, live, { resource_changes: [] });
  if (access === undefined) return [];
  const { nameIndex, live: state } = access;
  const rows = groupBy(accessRowsOf(nameIndex, state, nameIndex.attributes), ({ member }) => member);
  const dataOf = dataFor(model, access);
  const positions = indicesOf(nameIndex.members);
  const groupsOf = (email: string): string[] =>
    (state.groupsOf[positions.get(email) ?? 0] ?? [])
      .map((group) => nameIndex.groups[group] ?? "")
      .filter((name) => name !== ALL_USERS)
      .sort();
  return (workspace.members ?? []).map(({ email, role }) => {
    const values = rows.get(email) ?? [];
    return {
      member: email,
      role,
      groups: groupsOf(email),
      values,
      open: values.filter(isOpenRow).map(({ attribute }) => attribute),
      ...dataOf(email),
    };
  });
}

/** Returns a function from a member to what they reach; empty without a data model. */
function dataFor(
  description: ModelDescription | undefined,
  { nameIndex, live }: ReturnType<typeof accessOfWorkspaces>[number],
): (member: string) => Pick<ReviewRow, "data" | "modelValues"> {
  if (description === undefined) return () => ({});
  const { model, read } = dataReaderOf(description);
  const valuesOf = valuesIn(nameIndex, live, model);
  const positions = indicesOf(nameIndex.members);
  return (member) => {
    const modelValues = valuesOf(positions.get(member) ?? 0);
    const { reached, unclear, hidden, rows } = viewOf(model, read(modelValues));
    return {
      modelValues,
      data: {
        reached: reached.length,
        unclear: unclear.map(({ object }) => object).sort(),
        hidden: hidden.map(({ object }) => object).sort(),
        rows: rows.map(({ place, field, value }) => `${place} ${field}: ${value}`).sort(),
      },
    };
  };
}

function invitedTo({ invites = [], members = [] }: LiveWorkspace): Person[] {
  const joined = new Set(members.map(({ email }) => email));
  return invites
    .filter(({ email }) => !joined.has(email))
    .map(({ email, role, created_date }) => ({
      member: email,
      role,
      groups: [],
      values: [],
      open: [],
      invited: created_date,
    }));
}
