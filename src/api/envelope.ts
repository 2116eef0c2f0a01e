import * as generated from "./generated/api-validators.js";
import type { AnswerKind } from "./shapes.js";

/** The check of a whole body; its `errors` speak of the latest one that did not fit. */
type EnvelopeCheck = typeof generated.ErrorEnvelope;

/** The validator of the envelope that each kind of answer comes in, compiled from `schemas/openapi.yaml`. */
export const ENVELOPES = {
  Me: generated.MeEnvelope,
  "Workspace[]": generated.WorkspaceListEnvelope,
  CreatedWorkspace: generated.CreatedWorkspaceEnvelope,
  Group: generated.GroupEnvelope,
  "Group[]": generated.GroupListEnvelope,
  AttributeDefinition: generated.AttributeDefinitionEnvelope,
  "AttributeDefinition[]": generated.AttributeDefinitionListEnvelope,
  AttributeValue: generated.AttributeValueEnvelope,
  "AttributeValue[]": generated.AttributeValueListEnvelope,
  "Member[]": generated.MemberListEnvelope,
  Invite: generated.InviteEnvelope,
  "Invite[]": generated.InviteListEnvelope,
} as const satisfies Readonly<Record<AnswerKind, EnvelopeCheck>>;

/** The body of every failure: `meta` with status `error` and what went wrong. */
export const checkErrorEnvelope: EnvelopeCheck = generated.ErrorEnvelope;
