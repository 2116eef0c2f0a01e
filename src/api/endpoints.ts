import type { AnswerKind, Bodies } from "./shapes.js";

/** One endpoint, as data; everything the client knows of it. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base URL, with `{names}` for what the caller fills in. */
  readonly path: string;
  /** Names of the query parameters that it takes. */
  readonly query?: readonly string[];
  /** The shape of the body that it takes. */
  readonly body?: keyof Bodies;
  /** The shape of the answer's `data`; absent where the answer is a 204 without a body. */
  readonly answer?: AnswerKind;
}

const WORKSPACE = "/workspaces/{workspace_id}";
const GROUP = `${WORKSPACE}/groups/{group_id}` as const;
const MEMBER = `${WORKSPACE}/members/{user_id}` as const;
const DEFINITIONS = `${WORKSPACE}/user_attribute_definitions` as const;
const DEFINITION = `${DEFINITIONS}/{user_attribute_definition_id}` as const;
const VALUE = "user_attributes/{user_attribute_id}";

/** All 27 endpoints by operationId; client methods and their types are derived from this table alone. */
export const ENDPOINTS = {
  getMe: { method: "GET", path: "/me", answer: "Me" },

  listWorkspaces: { method: "GET", path: "/workspaces", query: ["include_archived"], answer: "Workspace[]" },
  createWorkspace: {
    method: "POST",
    path: "/workspaces",
    body: "WorkspaceCreate",
    answer: "CreatedWorkspace",
  },
  archiveWorkspace: { method: "DELETE", path: WORKSPACE },

  listGroups: { method: "GET", path: `${WORKSPACE}/groups`, answer: "Group[]" },
  createGroup: { method: "POST", path: `${WORKSPACE}/groups`, body: "GroupCreate", answer: "Group" },
  getGroup: { method: "GET", path: GROUP, answer: "Group" },
  updateGroup: { method: "PATCH", path: GROUP, body: "GroupUpdate", answer: "Group" },
  deleteGroup: { method: "DELETE", path: GROUP },

  listGroupMembers: { method: "GET", path: `${GROUP}/members`, answer: "Member[]" },
  addGroupMember: { method: "POST", path: `${GROUP}/members`, body: "GroupMemberAdd", answer: "Group" },
  removeGroupMember: { method: "DELETE", path: `${GROUP}/members/{user_id}` },

  listMembers: { method: "GET", path: `${WORKSPACE}/members`, answer: "Member[]" },

  listInvites: { method: "GET", path: `${WORKSPACE}/invites`, answer: "Invite[]" },
  createInvite: { method: "POST", path: `${WORKSPACE}/invites`, body: "InviteCreate", answer: "Invite" },

  listAttributeDefinitions: { method: "GET", path: DEFINITIONS, answer: "AttributeDefinition[]" },
  createAttributeDefinition: {
    method: "POST",
    path: DEFINITIONS,
    body: "AttributeDefinitionCreate",
    answer: "AttributeDefinition",
  },
  updateAttributeDefinition: {
    method: "PATCH",
    path: DEFINITION,
    body: "AttributeDefinitionUpdate",
    answer: "AttributeDefinition",
  },
  deleteAttributeDefinition: { method: "DELETE", path: DEFINITION },

  listGroupValues: { method: "GET", path: `${GROUP}/user_attributes`, answer: "AttributeValue[]" },
  createGroupValue: {
    method: "POST",
    path: `${GROUP}/user_attributes`,
    body: "AttributeValueCreate",
    answer: "AttributeValue",
  },
  updateGroupValue: {
    method: "PATCH",
    path: `${GROUP}/${VALUE}`,
    body: "AttributeValueUpdate",
    answer: "AttributeValue",
  },
  deleteGroupValue: { method: "DELETE", path: `${GROUP}/${VALUE}` },

  listMemberValues: { method: "GET", path: `${MEMBER}/user_attributes`, answer: "AttributeValue[]" },
  createMemberValue: {
    method: "POST",
    path: `${MEMBER}/user_attributes`,
    body: "AttributeValueCreate",
    answer: "AttributeValue",
  },
  updateMemberValue: {
    method: "PATCH",
    path: `${MEMBER}/${VALUE}`,
    body: "AttributeValueUpdate",
    answer: "AttributeValue",
  },
  deleteMemberValue: { method: "DELETE", path: `${MEMBER}/${VALUE}` },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** The operationId of an endpoint. */
export type EndpointName = keyof typeof ENDPOINTS;
