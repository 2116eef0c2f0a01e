import { apiDiagnostic } from "../api/api-diagnostic.js";
import { ApiError } from "../api/call/api-error.js";
import type { ReadClient } from "../api/operations.js";
import type { WorkspaceById } from "../kinds/by-id.js";

import { type Diagnostic, finding } from "../model/diagnostic.js";
import { summarizeWarnings } from "../model/service-warning.js";
import type { LiveState, ReadNeed } from "../model/state/live-state.js";
import type { SeenWorkspace } from "../plan/input/inputs.js";
import type { IsNamed } from "../plan/input/named-things.js";
import type { WorkspaceSelection } from "../plan/input/run-scope.js";
import { distinct } from "../plan/reads/reads.js";
import { contradictionsIn } from "./contradictions.js";
import { duplicatesIn, duplicateWorkspaces, toldApart } from "./duplicates.js";
import { namedState, type OrganizationById } from "./name-things.js";
import { readNeeds } from "./read-needs.js";
import { readVisibleWorkspaces } from "./visible-workspaces.js";

export interface ReadOptions {
  /** The token's organization must be this one, where it is known, or nothing further is read. */
  readonly organizationId?: string | undefined;
  /** The workspaces to read; a missing workspace is no error. */
  readonly selection: WorkspaceSelection;
  /** Returns true if members and invites are needed in any case: they are read a round earlier, with the groups. */
  readonly withRoster?: (workspace: SeenWorkspace) => boolean;
  /** The names that must not be double; all of them if absent. */
  readonly isNamed?: IsNamed;
  /** Further reads, given those so far; asked again after each round, until it asks for nothing new. */
  readonly needs: (live: LiveState) => readonly ReadNeed[];
  /** The signal that ends the reading. */
  readonly signal?: AbortSignal;
}

/** The live state, or why there is none; never a part of it. */
type LiveRead =
  | { readonly live: LiveState }
  | { readonly diagnostics: readonly Diagnostic[]; readonly outcome: "refused" | "error" | "interrupted" };

/**
 * Reads the requested parts of the organization, each completely: a failure anywhere, a list that may be
 * partial, or two things of one name that is named give diagnostics instead. Nothing is read twice but what contradicts
 * itself (see {@link settled}), and after the first failure nothing more is. Requests: `/me`, `/workspaces`,
 * two for each selected workspace or four with its roster, one for each need besides.
 */
export async function readLiveState(client: ReadClient, options: ReadOptions): Promise<LiveRead> {
  const stop = new AbortController();
  const signals = options.signal === undefined ? [stop.signal] : [stop.signal, options.signal];
  try {
    return await read(client, options, AbortSignal.any(signals));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const outcome = options.signal?.aborted ? "interrupted" : "error";
    return { diagnostics: [apiDiagnostic(error)], outcome };
  } finally {
    stop.abort();
  }
}

async function read(client: ReadClient, options: ReadOptions, signal: AbortSignal): Promise<LiveRead> {
  const requestsBefore = client.requestCount();
  const warningsBefore = client.warnings().length;
  const { data: me } = await client.getMe({ signal });
  const { organizationId = me.organization.id } = options;
  if (me.organization.id !== organizationId) {
    return { diagnostics: [wrongOrganization(me.organization, organizationId)], outcome: "refused" };
  }
  const reach = await readVisibleWorkspaces(client, me, signal);
  const selected = select(reach.workspaces, options.selection);
  if (selected.problems.length > 0) return { diagnostics: selected.problems, outcome: "error" };

  const unread: OrganizationById = {
    organization: me.organization,
    user_id: me.user_id,
    token_scope: reach.token_scope,
    workspaces: selected.managed,
    unmanaged_workspaces: reach.workspaces.filter((one) => !selected.managed.includes(one)),
    requests: 0,
  };
  const asked = new Set<string>();
  const notAsked = (needs: readonly ReadNeed[]) =>
    needs.filter((need) => {
      const key = JSON.stringify(need);
      const isNew = !asked.has(key);
      asked.add(key);
      return isNew;
    });
  const first = selected.managed.flatMap((w) => firstNeeds(w, options.withRoster?.(w) === true));
  let state = unread;
  let live = namedState(state);
  let needs = notAsked(first.length > 0 ? first : options.needs(live));
  while (needs.length > 0) {
    state = await settled(client, await readNeeds(client, state, needs, signal), signal);
    const workspaces = state.workspaces.map((one) => toldApart(one, options.isNamed ?? (() => true)));
    const problems = workspaces.flatMap(duplicatesIn);
    if (problems.length > 0) return { diagnostics: problems, outcome: "error" };
    live = namedState({ ...state, workspaces });
    needs = notAsked(options.needs(live));
  }
  const requests = client.requestCount() - requestsBefore;
  const warnings = client.warnings().slice(warningsBefore);
  return {
    live: {
      ...live,
      requests,
      ...(warnings.length > 0 ? { service_warnings: summarizeWarnings(warnings) } : {}),
    },
  };
}

function select(
  visible: readonly WorkspaceById[],
  selection: WorkspaceSelection,
): { readonly managed: readonly WorkspaceById[]; readonly problems: readonly Diagnostic[] } {
  const { managed, problems } =
    typeof selection === "function" ? selection(visible) : { managed: selection, problems: [] };
  const pins = new Set(managed.flatMap(({ id }) => id ?? []));
  const names = new Set(managed.flatMap(({ id, name }) => (id === undefined ? [name] : [])));
  const byName = visible.filter(({ name }) => names.has(name));
  return {
    managed: visible.filter(({ id, name }) => pins.has(id) || names.has(name)),
    problems: [...problems, ...duplicateWorkspaces(byName)],
  };
}

function firstNeeds({ id: workspace_id }: WorkspaceById, withRoster: boolean): readonly ReadNeed[] {
  const lists = ["groups", "attributes", ...(withRoster ? (["members", "invites"] as const) : [])] as const;
  return lists.map((need) => ({ need, workspace_id }));
}

/** The error for a token of another organization than the file's. */
export function wrongOrganization(organization: LiveState["organization"], expected: string): Diagnostic {
  return finding(
    "wrong-organization",
    "The token belongs to another organization",
    `The file is for ${expected}, the token for ${organization.id} (${organization.name}). Nothing further was read. Use a token of the file's organization, or correct organization.id.`,
  );
}

/**
 * What was read, once its lists agree with each other. Lists are read one after the other, so somebody who joins or
 * leaves in between is in one of them only: lists that do not agree are read once more, side by side. If they still do
 * not agree, something is missing, and it rejects.
 */
async function settled(
  client: ReadClient,
  state: OrganizationById,
  signal: AbortSignal,
): Promise<OrganizationById> {
  const found = state.workspaces.flatMap(contradictionsIn);
  if (found.length === 0) return state;
  const again = await readNeeds(client, state, distinct(found.flatMap((each) => each.again)), signal);
  for (const { path, detail } of again.workspaces.flatMap(contradictionsIn))
    throw new ApiError({ reason: "incomplete", method: "GET", path, detail, retryable: false });
  return again;
}
