import { setOf } from "../../util/collections.js";
import { type Address, formatSegment } from "../address.js";
import type { DataType, ResourceKind } from "../resource-kind.js";
import type { ServiceWarning } from "../service-warning.js";
import { contentsOf } from "./contents.js";
import type { LiveInvite, LiveMember, LiveResource } from "./resource.js";

/**
 * The existing things of the service that were read. What was not read is never the same as empty: a workspace says
 * which of its lists were read, and code that needs another one must ask for it (see the reader), not assume.
 */
export interface LiveState {
  readonly organization: { readonly id: string; readonly name: string };
  /** The token's own user. */
  readonly user_id: string;
  /** `admin` reaches one workspace and cannot list, create or archive workspaces. */
  readonly token_scope: "admin" | "organization-admin";
  /** Managed workspaces that exist. */
  readonly workspaces: readonly LiveWorkspace[];
  /**
   * Workspaces that exist and that the file does not name: not read, except for the members of one where no other list
   * shows the organization admins.
   */
  readonly unmanaged_workspaces: readonly LiveWorkspace[];
  /** The number of requests that the reading took. */
  readonly requests: number;
  /** The warnings of the service in their answers. */
  readonly service_warnings?: readonly ServiceWarning[];
}

/**
 * What was read of one live workspace: one flat list, kind by kind, as a desired workspace has it. {@link contentsOf}
 * finds things in it.
 */
export interface LiveWorkspace {
  readonly id: string;
  readonly name: string;
  /** The workspace itself is among them, and so is the built-in group. */
  readonly resources: readonly LiveResource[];
  /** The addresses of the lists that were read, even empty ones, beside groups and attributes, which come first. */
  readonly lists: readonly Address[];
}

/** The members of a workspace; nobody where the roster was not read. */
export const membersOf = (live: LiveWorkspace | undefined): readonly LiveMember[] =>
  contentsOf(live)
    .of("invite")
    .flatMap(({ person }) => (person?.presence === "member" ? [person] : []));

/** The invites of a workspace, those of members among them; none where they were not read. */
export const invitesOf = (live: LiveWorkspace | undefined): readonly LiveInvite[] =>
  contentsOf(live)
    .of("invite")
    .flatMap(({ person }) => (person?.presence === "invited" ? [person] : []));

/** The invites that are pending: one that was accepted between two answers is a membership. */
export function pendingInvitesOf(live: LiveWorkspace | undefined): readonly LiveInvite[] {
  const joined = setOf(membersOf(live), "email");
  return invitesOf(live).filter(({ email }) => !joined.has(email));
}

/** The data types of the attributes of a workspace, by name. */
export const dataTypesIn = (live: LiveWorkspace | undefined): ReadonlyMap<string, DataType> =>
  new Map(
    contentsOf(live)
      .of("attribute")
      .map(({ name, fields }) => [name, fields.data_type as DataType]), // the service's schema says so
  );

/** The address of the list of invites, which a file has among its members. */
export const inviteList = (workspace: string): Address => `${formatSegment(workspace)}/invites`;

/** One more read that a plan depends on (groups and attributes are read before any is asked for); see the request budget in docs/safety.md. */
export type ReadNeed =
  | { readonly need: "members" | "invites" | "groups" | "attributes"; readonly workspace_id: string }
  | { readonly need: "list"; readonly workspace_id: string; readonly kind: ResourceKind }
  | { readonly need: "group_values"; readonly workspace_id: string; readonly group_id: string }
  | { readonly need: "own_values"; readonly workspace_id: string; readonly user_id: string };
