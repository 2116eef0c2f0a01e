/**
 * The words for things, the same in every format. These functions return visible text (see escape.ts); a format only
 * adds the escapes of its own syntax.
 */

import { groupsBehind } from "../../access/values/effective-value.js";
import { isOpen } from "../../access/values/value-meaning.js";
import type { Kind } from "../../kinds/kind.js";
import { KINDS } from "../../kinds/registry.js";
import { namesInAddress } from "../../model/address.js";
import { assertNever } from "../../model/internal-error.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import type {
  Action,
  EffectiveValue,
  ExposureWindow,
  ResourceChange,
  ValueSource,
} from "../../model/plan/plan.js";
import type { Roles } from "../../model/plan/view.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import type { Fields } from "../../model/state/resource.js";
import { compact } from "../../util/collections.js";
import { isolated, visible, visibleName } from "../../util/escape.js";

/** The sign before a change, Terraform's. */
export const ACTION_SIGNS: Readonly<Record<Action, string>> = {
  create: "+",
  update: "~",
  delete: "-",
  "no-op": " ",
};

/** Headings of the kinds of resource, as blocks of a plan. */
const KIND_TITLES = byKind(
  ({ heading, noun: [, many] }) => heading ?? `${many.slice(0, 1).toUpperCase()}${many.slice(1)}`,
);

/** The heading over a change: somebody who is there or invited already gets no e-mail. */
export const changeHeading = ({ type, change }: ResourceChange): string =>
  KINDS[type].sendsMail && change.actions[0] === "no-op" ? "Members and invites" : KIND_TITLES[type];

/** One and many of each kind. */
export const KIND_NOUNS = byKind(({ noun }) => noun);

function byKind<T>(of: (kind: Kind) => T): Readonly<Record<ResourceKind, T>> {
  return Object.fromEntries(RESOURCE_KINDS.map((kind) => [kind, of(KINDS[kind])])) as Record<ResourceKind, T>; // all of them
}

const quote = (text: string): string => isolated(`"${visible(text).replaceAll('"', '\\"')}"`);

/** A name within a sentence: quoted only where it could be mistaken for the sentence. */
export function nameText(name: string): string {
  return /[":;\u2192(),|]/.test(name) || name === OWN_VALUE || name === ""
    ? quote(name)
    : isolated(visibleName(name));
}

/** An address on a line of its own or before other words: quoted only where it could be mistaken for them. */
export function addressText(address: string): string {
  return /["\u2192]|: /.test(address) ? quote(address) : isolated(visibleName(address));
}

/** The same below a heading that names the workspace; the address of a workspace stays unchanged. */
const addressInWorkspace = (address: string): string => addressText(address.slice(address.indexOf("/") + 1));

/** The words for a value that is the person's own. */
export const OWN_VALUE = "own value";

/** A field's value: bare where that is unambiguous, and quoted where it could be taken for a word of ours. */
export function valueText(value: string | number | boolean | null): string {
  if (value === null) return "not set";
  if (typeof value !== "string") return String(value);
  const bare = /^[\p{L}\p{N}_.@%+-][\p{L}\p{M}\p{N}_.@%:+/-]*$/u.test(value);
  return bare && !/^(none|null|true|false)$/.test(value) ? isolated(visible(value)) : quote(value);
}

/** The words for no value. */
export const NO_VALUE = "no value";

/** The words about a value, or no value, that hides no rows. */
export const SEES_ALL = "sees all";

/** The value of an attribute; one that opens says so, and no value is never a bare word: a value may be called that. */
export function accessValueText(value: string | null): string {
  if (value === null) return `${NO_VALUE} (${SEES_ALL})`;
  return valueText(value) + (isOpen(value) ? ` (${SEES_ALL})` : "");
}

/** An effective value without its source; every candidate of a tie. */
export const effectiveText = (effective: EffectiveValue | null): string =>
  sourcedText(effective ?? { value: null, source: null });

/** The value of a row, which has a source unless there is no value; every candidate of a tie. */
export function sourcedText({ value, source }: Pick<AccessRow, "value" | "source">): string {
  return source?.kind === "tie" ? source.values.map(accessValueText).join(" or ") : accessValueText(value);
}

/** The source of an effective value. */
export function sourceText(source: ValueSource): string {
  switch (source.kind) {
    case "own":
      return OWN_VALUE;
    case "group":
      return nameText(source.group);
    case "tie":
      return `tie of ${source.groups.map(nameText).join(" and ")}`;
    default:
      return assertNever(source);
  }
}

/** The names of a source as they are, so that they can be joined with other tables; empty for no source. */
export const rawSourceText = (source: ValueSource | null): string =>
  source?.kind === "own" ? OWN_VALUE : groupsBehind(source).join(" | ");

/** The words for somebody whom nobody invites. */
export const AWAITED = "awaited: arrives by single sign-on";

/** The role of an invite; one without it gives the workspace's default. */
export function roleText(role: string | number | boolean | null): string {
  return role === null ? "role: the workspace's default" : `role ${valueText(role)}`;
}

/** The role of somebody beside one that holds everywhere: `explore, and organization_admin everywhere`; empty without any. */
export const rolesText = ({ role, everywhere }: Roles, text: (name: string) => string = nameText): string =>
  compact([role, everywhere && `${everywhere} everywhere`])
    .map((one) => text(one))
    .join(", and ");

/** The word for the answer whether the file names somebody: `yes`, `no`, or nothing if it does not list everybody. */
export const listedText = (listed: boolean | undefined): string =>
  listed === undefined ? "" : listed ? "yes" : "no";

/** A change, planned or made, as its title and its fields need it. */
type TitledChange = Pick<ResourceChange, "address" | "previous_address">;
type ChangeOfFields = TitledChange &
  Pick<ResourceChange, "type"> & { readonly change: Pick<ResourceChange["change"], "before" | "after"> };

/** The title of a change: its address, and for a rename the old address and the new name. */
export function changeTitle(change: TitledChange): string {
  return titleOf(change, addressText);
}

/** The same below a heading that names the workspace: `groups/Sales West/values/region`. */
export function changeTitleInWorkspace(change: TitledChange): string {
  return titleOf(change, addressInWorkspace);
}

function titleOf(change: TitledChange, text: (address: string) => string): string {
  if (change.previous_address === undefined) return text(change.address);
  const name = namesInAddress(change.address).name;
  return `${text(change.previous_address)} → ${nameText(name)}`;
}

/** Fields that repeat the address. */
const IN_ADDRESS = new Set(["name", "email", "member", "group", "attribute"]);

/** A field of a change in words; a lone `value` has no name, and what was not there before has no former text. */
export interface FieldChange {
  readonly name: string;
  readonly before?: string;
  readonly after: string;
}

/** The fields of a change in words. */
export const fieldTexts = (change: ChangeOfFields): string[] => fieldChanges(change).map(fieldText);

/** A field with its name, and with what was there before: `precedence 10 → 20`. */
export const fieldText = ({ name, before, after }: FieldChange): string =>
  compact([name, before === undefined ? after : `${before} → ${after}`]).join(" ");

/** The fields of a change, each with its text before and after. */
export function fieldChanges(change: ChangeOfFields): readonly FieldChange[] {
  const { before, after } = change.change;
  const namesShown = new Set<unknown>(Object.values(namesInAddress(change.address)));
  if (KINDS[change.type].sendsMail && before === null && after !== null) {
    const { email: _, role = null, ...more } = after;
    return [
      { name: "", after: roleText(role) },
      ...Object.entries(more).map(([key, value]) => ({ name: visibleName(key), after: valueText(value) })),
    ];
  }
  const isAccess = KINDS[change.type].carriesValue !== undefined;
  const text = (value: Fields[string]): string =>
    isAccess && typeof value === "string" ? accessValueText(value) : valueText(value);
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys.flatMap((key) => {
    const [old, now] = [before?.[key] ?? null, after?.[key] ?? null];
    const isRename = change.previous_address !== undefined;
    if (IN_ADDRESS.has(key) && (after === null || namesShown.has(now) || isRename)) return [];
    const name = key === "value" ? "" : visibleName(key);
    if (before === null || after === null) return [{ name, after: text(before === null ? now : old) }];
    return old === now ? [] : [{ name, before: text(old), after: text(now) }];
  });
}

/** The reason of a change, if the plan gives one: for display only. */
export function reasonText({ action_reason, implied_by }: ResourceChange): string {
  const goesWith = implied_by === undefined ? [] : `goes with ${addressText(implied_by)}`;
  const reasons = [goesWith, action_reason === undefined ? [] : visible(action_reason)].flat();
  return reasons.length === 0 ? "" : `(${reasons.join("; ")})`;
}

/** The place of a change in the files, such as `orgform.yaml:20`; empty if its reason says it, or if it has none. */
export function placeText({ place, action_reason = "", implied_by }: ResourceChange): string {
  if (place === undefined || implied_by !== undefined) return "";
  const text = `${place.file}:${place.line}`;
  return action_reason.split("; ").includes(text) ? "" : visibleName(text);
}

/** The rest of the sentence about a moment of exposure, after the people. */
export function windowText(window: ExposureWindow): string {
  return `${nameText(window.attribute)} ${accessValueText(window.value)} for a while after step ${window.after_step}`;
}
