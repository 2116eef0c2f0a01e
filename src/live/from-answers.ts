import type { AttributeById, GroupById, InheritedValue, ValueById } from "../kinds/by-id.js";
import { fieldsOfRow } from "../kinds/fields.js";
import { canonicalEmail } from "../model/email.js";
import type {
  AttributeDefinition,
  AttributeValue,
  Group,
  Invite,
  Member,
} from "../model/generated/service.js";
import { FILLED_BY_PRODUCT } from "../model/state/reserved-attributes.js";
import type { DesiredPerson, LiveInvite, LiveMember } from "../model/state/resource.js";

/** The name of a thing in a file: its name, or its id where it has none, since two without a name must stay apart. */
export const nameInFile = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  name || id;

/** A group in the model's words, its values not read yet. */
export const toGroup = (group: Group): GroupById => ({
  ...fieldsOfRow("group", group),
  id: group.id,
  name: nameInFile(group),
  is_all_users: group.is_all_users,
  precedence: group.user_attribute_precedence,
  users: group.users,
});

/** Definitions in the model's words, without the one that is the product's own: nobody else creates, sets or deletes it. */
export const toAttributes = (definitions: readonly AttributeDefinition[]): AttributeById[] =>
  definitions
    .filter(({ name }) => name !== FILLED_BY_PRODUCT)
    .map((definition) => {
      const { id, data_type, label } = definition;
      return { ...fieldsOfRow("attribute", definition), id, name: nameInFile(definition), data_type, label };
    });

/** A member in the model's words, their own values not read yet. */
export const toMember = (member: Member): LiveMember => ({
  presence: "member",
  id: member.id,
  role: member.role,
  first_name: member.first_name,
  last_name: member.last_name,
  email_verified: member.email_verified,
  mfa_enabled: member.mfa_enabled,
  identity_provider: member.identity_provider,
  ...addressOf(member),
  ...fieldsOfRow("invite", member),
});

/** An invite in the model's words. */
export const toInvite = (invite: Invite): LiveInvite => ({
  ...fieldsOfRow("invite", invite),
  presence: "invited",
  id: invite.id,
  ...addressOf(invite),
  role: invite.role,
  created_date: invite.created_date,
});

/** Embedded users have no e-mail address, or a text that is not one: they are named by their ids. */
function addressOf({ id, email }: Member | Invite): DesiredPerson {
  const display_email = email.includes("@") ? email : id;
  return { email: canonicalEmail(display_email), display_email };
}

/** The values that are set on one group or one member; those of others, such as inherited ones, are left out. */
export function toValues(
  values: readonly AttributeValue[],
  source: AttributeValue["source"],
  sourceId: string,
): ValueById[] {
  return values
    .filter(isManaged)
    .filter((value) => value.source === source && value.source_id === sourceId)
    .map(({ id, user_attribute_definition_id, value }) => ({
      id,
      attribute_id: user_attribute_definition_id,
      value,
    }));
}

/** The values that a member's groups hand down, overridden ones too. */
export function toInheritedValues(values: readonly AttributeValue[]): InheritedValue[] {
  return values
    .filter(isManaged)
    .filter(({ source }) => source === "group")
    .map(({ source_id, user_attribute_definition_id, value }) => ({
      group_id: source_id,
      attribute_id: user_attribute_definition_id,
      value,
    }));
}

const isManaged = ({ name }: AttributeValue): boolean => name !== FILLED_BY_PRODUCT;
