import * as generated from "./generated/api-validators.js";
import type { Shapes } from "./shapes.js";

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
} as const satisfies { readonly [A in keyof Shapes | `${keyof Shapes}[]`]?: EnvelopeCheck };

/** What an endpoint can answer: a shape, or a list of them. */
export type AnswerKind = keyof typeof ENVELOPES;

/** The body of every failure: `meta` with status `error` and what went wrong. */
export const checkErrorEnvelope: EnvelopeCheck = generated.ErrorEnvelope;
