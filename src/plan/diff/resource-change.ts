import type { AccessEffect } from "../../kinds/kind.js";
import { KINDS } from "../../kinds/registry.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { DesiredResource, Fields, LiveResource } from "../../model/state/resource.js";
import { defined } from "../../util/record.js";

/** The change that creates a thing with all its fields. */
export function creationOf({ address, kind }: DesiredResource, fields: Fields): ResourceChange {
  const after_unknown = Object.fromEntries(KINDS[kind].unknownOnCreate.map((name) => [name, true as const]));
  return {
    address,
    type: kind,
    change: { actions: ["create"], before: null, after: fields, after_unknown },
  };
}

/** The change that gives a thing other values in some fields; without any it is a no-op. */
export function updateOf(
  { address, kind, fields, previous_address }: LiveResource,
  changed: Fields,
): ResourceChange {
  const isUpdate = Object.keys(changed).length > 0;
  return defined({
    address,
    type: kind,
    previous_address,
    change: {
      actions: [isUpdate ? "update" : "no-op"],
      before: fields,
      after: isUpdate ? { ...fields, ...changed } : fields,
      after_unknown: {},
    },
    action_reason: previous_address && "renamed in place",
  });
}

/** The change that deletes a thing, with the reason and what else ends with the thing, for people. */
export function deletionOf({ address, kind, fields }: LiveResource, reason?: string): ResourceChange {
  const reasons = [reason ?? [], KINDS[kind].endsWithIt ?? []].flat();
  return {
    address,
    type: kind,
    change: { actions: ["delete"], before: fields, after: null, after_unknown: {} },
    ...(reasons.length > 0 && { action_reason: reasons.join("; ") }),
  };
}

/** The person of a membership or an own value, by canonical e-mail address; `undefined` for other things. */
export function personOf({ address, type }: ResourceChange): string | undefined {
  return KINDS[type].personOf?.(address);
}

/** The effect of a change on access, by names. */
export function effectOf({ type, change }: ResourceChange): AccessEffect | undefined {
  return KINDS[type].access?.(change);
}
