import type { AttributeDefinition, AttributeValue, Group, Invite, Member } from "../api/shapes.js";
import { canonicalEmail } from "../model/email.js";
import type { LiveAttribute, LiveGroup, LiveInvite, LiveMember, LiveValue } from "../model/live-state.js";

/** A group in the model's words, its values not read yet. */
export const toLiveGroup = (group: Group): LiveGroup => ({
  id: group.id,
  name: group.name,
  is_all_users: group.is_all_users,
  precedence: group.user_attribute_precedence,
  users: group.users,
});

/** A definition in the model's words. */
export const toLiveAttribute = ({ id, name, data_type, label }: AttributeDefinition): LiveAttribute => ({
  id,
  name,
  data_type,
  label,
});

/** A member in the model's words, their own values not read yet. */
export const toLiveMember = (member: Member): LiveMember => ({
  id: member.id,
  email: canonicalEmail(member.email),
  display_email: member.email,
  role: member.role,
  first_name: member.first_name,
  last_name: member.last_name,
  email_verified: member.email_verified,
  mfa_enabled: member.mfa_enabled,
  identity_provider: member.identity_provider,
});

/** An invite in the model's words. */
export const toLiveInvite = ({ id, email, role, created_date }: Invite): LiveInvite => ({
  id,
  email: canonicalEmail(email),
  display_email: email,
  role,
  created_date,
});

/** The values that are set on one group or one member; those of others, such as inherited ones, are left out. */
export function toLiveValues(
  values: readonly AttributeValue[],
  source: AttributeValue["source"],
  sourceId: string,
): LiveValue[] {
  return values
    .filter((value) => value.source === source && value.source_id === sourceId)
    .map(({ id, user_attribute_definition_id, value }) => ({
      id,
      attribute_id: user_attribute_definition_id,
      value,
    }));
}
