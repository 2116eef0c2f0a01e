import { type AccessEffect, fieldsIn } from "../../kinds/kind.js";
import { KINDS } from "../../kinds/registry.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { Fields } from "../../model/state/fields.js";
import type { LiveResource } from "../../model/state/resource.js";

/** The change that creates a thing with all its fields. */
export function creationOf(
  { address, kind }: Pick<LiveResource, "address" | "kind">,
  fields: Fields,
): ResourceChange {
  const after_unknown = Object.fromEntries(KINDS[kind].unknownOnCreate.map((name) => [name, true as const]));
  return { address, type: kind, change: { actions: ["create"], before: null, after: fields, after_unknown } };
}

/** The change that gives a thing other values in some fields; without any it is a no-op. */
export function updateOf(
  { address, kind, fields, previous_address }: LiveResource,
  changed: Fields,
): ResourceChange {
  const isUpdate = Object.keys(changed).length > 0;
  return {
    address,
    type: kind,
    ...(previous_address === undefined ? {} : { previous_address }),
    change: {
      actions: [isUpdate ? "update" : "no-op"],
      before: fields,
      after: isUpdate ? { ...fields, ...changed } : fields,
      after_unknown: {},
    },
    ...(previous_address === undefined ? {} : { action_reason: "renamed in place" }),
  };
}

/** The change that deletes a thing, with the reasons and what else ends with the thing, for people. */
export function deletionOf(
  { address, kind, fields }: LiveResource,
  ...reasons: readonly string[]
): ResourceChange {
  return {
    address,
    type: kind,
    change: { actions: ["delete"], before: fields, after: null, after_unknown: {} },
    ...reasonOf(kind, reasons),
  };
}

function reasonOf(
  kind: ResourceChange["type"],
  reasons: readonly string[] = [],
): Pick<ResourceChange, "action_reason"> {
  const all = [...reasons, KINDS[kind].endsWithIt ?? []].flat();
  return all.length === 0 ? {} : { action_reason: all.join("; ") };
}

/**
 * The change as a receipt asks for it, which is no file: nothing marks what is deleted, and what is created has its fields
 * in the order in which a service reports them.
 */
export function asRecorded(asked: ResourceChange): ResourceChange {
  const { type, change } = asked;
  const { before, after } = change;
  if (after === null) {
    const { action_reason: _, ...unmarked } = asked;
    return { ...unmarked, ...reasonOf(type) };
  }
  if (before !== null) return asked;
  const { fields } = KINDS[type];
  const names = Object.entries(after).filter(([name]) => !(name in fields));
  return {
    ...asked,
    change: { ...change, after: { ...Object.fromEntries(names), ...fieldsIn(fields, after) } },
  };
}

/** The person of a membership or an own value, by canonical e-mail address; `undefined` for other things. */
export function personOf({ address, type }: Pick<ResourceChange, "address" | "type">): string | undefined {
  return KINDS[type].personOf?.(address);
}

/** The effect of a change on access, by names. */
export function effectOf({ type, change }: ResourceChange): AccessEffect | undefined {
  return KINDS[type].access?.(change);
}
