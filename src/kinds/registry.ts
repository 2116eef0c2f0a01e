import type { ResourceKind } from "../model/resource-kind.js";
import { attribute } from "./attribute.js";
import { group } from "./group.js";
import { groupMembership } from "./group-membership.js";
import { groupValue } from "./group-value.js";
import { invite } from "./invite.js";
import type { Kind } from "./kind.js";
import { memberValue } from "./member-value.js";
import { workspace } from "./workspace.js";

/** Every kind; a kind that is missing does not compile. */
export const KINDS: { readonly [K in ResourceKind]: Kind } = {
  workspace,
  attribute,
  group,
  group_value: groupValue,
  group_membership: groupMembership,
  member_value: memberValue,
  invite,
};
