/**
 * Addresses: the place of a thing in the file under `workspaces`, as one string.
 * Segments are joined by `/`; inside a segment `~` is written `~0` and `/` is `~1` (RFC 6901).
 */

import { fitsWildcard } from "../util/wildcard.js";
import { canonicalEmail } from "./email.js";
import { ADDRESS_FORMS } from "./generated/kinds.js";
import { RESOURCE_KINDS, type ResourceKind } from "./resource-kind.js";

/** A formatted address, such as `northwind-prod/groups/Sales West/values/region`. */
export type Address = string;

/** The name that always means a workspace's built-in group, regardless of its live name. */
export const ALL_USERS = "All Users";

/** The object that stands for everything that was not read of a data model: anybody may reach it. */
export const UNREAD = "(not read)";

/** Joins raw (unescaped) segments to an address; the inverse of {@link parseAddress}. */
export function formatAddress(segments: readonly string[]): Address {
  return segments.map(formatSegment).join("/");
}

/**
 * Splits an address into its raw segments. Never fails: any text is some address. Most code wants
 * {@link namesInAddress}.
 */
export function parseAddress(address: Address): string[] {
  const segments = address.split("/");
  return address.includes("~") ? segments.map(unformatSegment) : segments;
}

/** The names in the address of a resource, in the words that a resource has for them. */
interface AddressNames {
  readonly workspace: string;
  /** The key of its list in the workspace, or of its owner's: `groups`; a workspace itself is in none. */
  readonly collection?: string | undefined;
  /** The group or member that holds it; only values and memberships have one. */
  readonly owner?: string;
  /** The key of its list in its owner: `values` or `members`. */
  readonly held?: string | undefined;
  readonly name: string;
}

/** The names in the address of a resource. Code that has the resource itself has them there already. */
export function namesInAddress(address: Address): AddressNames {
  const [workspace = "", collection, outer, held, inner] = parseAddress(address);
  if (outer === undefined) return { workspace, name: workspace };
  return inner === undefined
    ? { workspace, collection, name: outer }
    : { workspace, collection, owner: outer, held, name: inner };
}

/**
 * The address that the first segments of an address form: 1 for its workspace, 3 for the attribute, group or member
 * that it is or belongs to. An address of fewer segments stays as it is.
 */
export function ancestorAddress(address: Address, segments: 1 | 3): Address {
  let end = -1;
  for (let i = 0; i < segments; i += 1) {
    end = address.indexOf("/", end + 1);
    if (end < 0) return address;
  }
  return address.slice(0, end);
}

/** The name of the workspace that an address is in. */
export function workspaceOf(address: Address): string {
  return unformatSegment(ancestorAddress(address, 1));
}

/** A name as it stands in an address. */
export const formatSegment = (segment: string): string =>
  segment.includes("~") || segment.includes("/")
    ? segment.replaceAll("~", "~0").replaceAll("/", "~1")
    : segment;

const unformatSegment = (segment: string): string =>
  segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment;

/** The address of a workspace. */
export const workspaceAddress = (workspace: string): Address => formatSegment(workspace);

/** The address of an attribute definition. */
export const attributeAddress = (workspace: string, attribute: string): Address =>
  `${formatSegment(workspace)}/attributes/${formatSegment(attribute)}`;

/** The address of a group; the built-in group is always {@link ALL_USERS}. */
export const groupAddress = (workspace: string, group: string): Address =>
  `${formatSegment(workspace)}/groups/${formatSegment(group)}`;

/** The address of a value that a group sets. */
export const groupValueAddress = (workspace: string, group: string, attribute: string): Address =>
  `${groupAddress(workspace, group)}/values/${formatSegment(attribute)}`;

/** The address of somebody's membership of a group; `email` in canonical form. */
export const membershipAddress = (workspace: string, group: string, email: string): Address =>
  `${groupAddress(workspace, group)}/members/${formatSegment(email)}`;

/** The address of a member of a workspace, and of the invite that makes one; `email` in canonical form. */
export const memberAddress = (workspace: string, email: string): Address =>
  `${formatSegment(workspace)}/members/${formatSegment(email)}`;

/** The address of a value that a member has of their own; `email` in canonical form. */
export const memberValueAddress = (workspace: string, email: string, attribute: string): Address =>
  `${memberAddress(workspace, email)}/values/${formatSegment(attribute)}`;

/**
 * The path of a rule in the file, such as `expect/0/attribute`, in the place of an address: rules are not resources. It
 * has the form of none, since its second segment is a number.
 */
export function rulePath(list: string, index: number, ...inner: readonly (string | number)[]): Address {
  return [list, index, ...inner].join("/");
}

/** The keys and indexes of a {@link rulePath}; `undefined` for the address of a resource. */
export function parseRulePath(address: Address): readonly (string | number)[] | undefined {
  if (!/^(?:expect|protect)\/\d+(\/|$)/.test(address)) return undefined;
  return address.split("/").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** The kind of resource that an address names; `undefined` if it has the form of no kind. */
export function kindOfAddress(address: Address): ResourceKind | undefined {
  return KIND_BY_FORM.get(
    address
      .split("/")
      .map((segment, i) => (i % 2 === 0 ? "*" : segment))
      .join("/"),
  );
}

const KIND_BY_FORM: ReadonlyMap<string, ResourceKind> = new Map(
  RESOURCE_KINDS.map((kind) => [ADDRESS_FORMS[kind], kind]),
);

/**
 * Returns true if an address matches a pattern of `protect`: `*` stands for anything within
 * one segment, `**` for any number of segments, none included.
 */
export function matchesPattern(pattern: string, address: Address): boolean {
  return fits(segmentsOf(pattern), placesIn(address), isNothing);
}

/** Returns true if some address below this one matches a pattern, see {@link matchesPattern}. */
export function matchesBelow(pattern: string, address: Address): boolean {
  return fits(segmentsOf(pattern), placesIn(address), (rest) => rest.length > 0);
}

/** Returns true if a pattern could match any address at all; one that could not is a mistake. */
export function canMatch(pattern: string): boolean {
  const forms = FORMS.map((form) =>
    form.map(
      (word): Place =>
        (segment) =>
          word === "*" ? segment !== "" : fitsWildcard(segment, word),
    ),
  );
  return forms.some((form) => fits(segmentsOf(pattern), form, isNothing));
}

/**
 * The segments of a pattern. A repeated `**` is dropped: it means nothing more and would multiply the matches
 * to try.
 */
function segmentsOf(pattern: string): readonly string[] {
  return pattern.split("/").filter((segment, i, all) => segment !== "**" || all[i - 1] !== "**");
}

const isNothing = (pattern: readonly string[]): boolean => pattern.every((segment) => segment === "**");

/** One segment of an address or of a form: returns true if a segment of a pattern fits it. */
type Place = (segment: string) => boolean;

/** The places in an address. E-mail addresses are equal in every spelling, as everywhere. */
function placesIn(address: Address): readonly Place[] {
  return address.split("/").map((name, at, all) => {
    const isEmail = (at === 2 || at === 4) && all[at - 1] === "members";
    return (segment) => fitsWildcard(isEmail ? canonicalEmail(segment) : segment, name);
  });
}

/** Returns true if a pattern fits the places, and the rest of it after the last place fits `isEnd`. */
function fits(
  pattern: readonly string[],
  places: readonly Place[],
  isEnd: (rest: readonly string[]) => boolean,
): boolean {
  const [head, ...rest] = pattern;
  const [place, ...others] = places;
  if (place === undefined) return isEnd(pattern);
  if (head === "**") return fits(rest, places, isEnd) || fits(pattern, others, isEnd);
  return head !== undefined && place(head) && fits(rest, others, isEnd);
}

const FORMS = Object.values(ADDRESS_FORMS).map((form) => form.split("/"));

/** Advice on a pattern that {@link canMatch} no address. */
export const PATTERN_ADVICE = `Addresses look like \`workspace/groups/Group/values/attribute\`, with ${collections()} in the second place; \`*\` stands for anything in one place, \`**\` for any number of places.`;

function collections(): string {
  const words = [...new Set(FORMS.flatMap(([, word]) => (word === undefined ? [] : [`\`${word}\``])))];
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
