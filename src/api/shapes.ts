/**
 * What the service answers and accepts, as `schemas/openapi.yaml` describes it (a test compares the two).
 * Strings whose sets may grow (roles, identity providers) are plain strings: an unknown one is carried through.
 */

import type { DataType } from "../model/resource-kind.js";

/** The caller: the only way to learn which organization and workspaces a token reaches. */
export interface Me {
  readonly user_id: string;
  readonly organization: { readonly id: string; readonly name: string };
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
}

/** A workspace; `archived_at` is a date-time, or null or absent while it is in use. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly provision_by_default: boolean;
  readonly archived_at?: string | null;
}

/** A workspace as the answer to its creation. */
export type CreatedWorkspace = Omit<Workspace, "archived_at">;

/** A group with the ids of its members; only the built-in one has precedence 0. */
export interface Group {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly is_all_users: boolean;
  readonly user_attribute_precedence: number;
  readonly users: readonly string[];
}

/** An attribute that values can be set for; only its label can change. */
export interface AttributeDefinition {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly data_type: DataType;
  readonly label: string;
}

/** A value set on a group or a member; among a member's values also what their groups hand down. */
export interface AttributeValue {
  readonly id: string;
  readonly user_attribute_definition_id: string;
  readonly value: string;
  readonly data_type: DataType;
  readonly name: string;
  readonly source: "user" | "group";
  readonly source_id: string;
  readonly user_attribute_precedence: number | null;
  readonly is_overridden: boolean;
}

/** Somebody in a workspace. */
export interface Member {
  readonly id: string;
  readonly workspace_id: string;
  readonly role: string;
  readonly external_user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly email_verified: boolean;
  readonly mfa_enabled: boolean;
  readonly identity_provider: string;
}

/** A pending invite, without its URL: that lets whoever holds it join, so it never gets past the decoder. */
export interface Invite {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly role: string;
  readonly created_date: string;
}

/** Every shape that an answer's `data` can have, alone or in a list. */
export interface Shapes {
  readonly Me: Me;
  readonly Workspace: Workspace;
  readonly CreatedWorkspace: CreatedWorkspace;
  readonly Group: Group;
  readonly AttributeDefinition: AttributeDefinition;
  readonly AttributeValue: AttributeValue;
  readonly Member: Member;
  readonly Invite: Invite;
}

/** What an endpoint can answer: a shape, or a list of them. */
export type AnswerKind =
  | Exclude<keyof Shapes, "Workspace" | "Member">
  | `${Exclude<keyof Shapes, "Me" | "CreatedWorkspace">}[]`;

/** The bodies of requests. */
export interface Bodies {
  readonly WorkspaceCreate: { readonly name: string; readonly provision_by_default?: boolean };
  readonly GroupCreate: { readonly name: string; readonly user_attribute_precedence: number };
  readonly GroupUpdate: { readonly name?: string; readonly user_attribute_precedence?: number };
  readonly GroupMemberAdd: { readonly user_id: string };
  readonly InviteCreate: { readonly email: string; readonly role?: string };
  readonly AttributeDefinitionCreate: {
    readonly name: string;
    readonly data_type: DataType;
    readonly label: string;
  };
  readonly AttributeDefinitionUpdate: { readonly label: string };
  readonly AttributeValueCreate: { readonly user_attribute_definition_id: string; readonly value: string };
  readonly AttributeValueUpdate: { readonly value: string };
}

/**
 * The fields that decoding keeps of each shape. Whatever else an answer carries is dropped there, so that nothing
 * unknown (or secret, such as an invite's URL) travels on.
 */
export const FIELDS: { readonly [S in keyof Shapes]: FieldsOf<Shapes[S]> } = {
  Me: { user_id: true, organization: true, workspaces: true },
  Workspace: { id: true, name: true, provision_by_default: true, archived_at: true },
  CreatedWorkspace: { id: true, name: true, provision_by_default: true },
  Group: {
    id: true,
    workspace_id: true,
    name: true,
    is_all_users: true,
    user_attribute_precedence: true,
    users: true,
  },
  AttributeDefinition: { id: true, workspace_id: true, name: true, data_type: true, label: true },
  AttributeValue: {
    id: true,
    user_attribute_definition_id: true,
    value: true,
    data_type: true,
    name: true,
    source: true,
    source_id: true,
    user_attribute_precedence: true,
    is_overridden: true,
  },
  Member: {
    id: true,
    workspace_id: true,
    role: true,
    external_user_id: true,
    first_name: true,
    last_name: true,
    email: true,
    email_verified: true,
    mfa_enabled: true,
    identity_provider: true,
  },
  Invite: { id: true, workspace_id: true, email: true, role: true, created_date: true },
};

type FieldsOf<Shape> = { readonly [F in keyof Shape]-?: true };
