import { own } from "../../util/record.js";
import { suggest } from "./wording.js";

/**
 * Words of other tools and of everyday speech, with our keys and choices for them; the first that fits a place is meant.
 * Nothing here gives more than the word itself: `owner` may be any of several roles.
 */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  // Keys.
  absent: ["state"],
  assert: ["expect"],
  attribute_values: ["values"],
  attributes: ["values"],
  datatype: ["data_type"],
  delete: ["state"],
  deleted: ["state", "absent"],
  display_name: ["label"],
  emails: ["members"],
  endpoint: ["base_url"],
  equals: ["is"],
  expectations: ["expect"],
  include: ["extends"],
  inherits: ["extends"],
  invitations: ["members"],
  invites: ["members"],
  mandatory: ["required"],
  model: ["data_model"],
  moved_from: ["previously"],
  must_not: ["never"],
  order: ["precedence_order"],
  people: ["members"],
  priority: ["precedence"],
  rank: ["precedence"],
  renamed_from: ["previously"],
  rules: ["expect"],
  template: ["extends"],
  tests: ["expect"],
  title: ["label"],
  type: ["data_type"],
  url: ["base_url"],
  user_attribute_definitions: ["attributes"],
  user_attribute_precedence: ["precedence"],
  user_attribute_values: ["values"],
  user_attributes: ["attributes", "values"],
  users: ["members"],
  value: ["is", "values"],
  vars: ["variables"],
  weight: ["precedence"],
  // Choices, also those of options.
  administrator: ["admin"],
  archived: ["absent"],
  bool: ["string"],
  boolean: ["string"],
  datetime: ["date"],
  day: ["date"],
  decimal: ["number"],
  developer: ["develop"],
  double: ["number"],
  explorer: ["explore"],
  float: ["number"],
  htm: ["html"],
  int: ["number"],
  integer: ["number"],
  md: ["markdown"],
  numeric: ["number"],
  org_admin: ["organization_admin"],
  reader: ["view"],
  removed: ["absent"],
  str: ["string"],
  table: ["text"],
  text: ["string"],
  timestamp: ["date"],
  varchar: ["string"],
  viewer: ["view"],
  warning: ["warn"],
  xml: ["junit"],
};

/** The name that was probably meant: by another word for it, or as {@link suggest} finds it. */
export function meantBy(text: string, among: readonly string[]): string | undefined {
  const word = text.toLowerCase();
  const others = own(OTHER_WORDS, word) ?? [];
  return others.find((other) => among.includes(other)) ?? suggest(text, among);
}

/** Returns true if one of the keys is `key` by another word, or with a slip. */
export function hasByOtherWord(keys: readonly string[], key: string): boolean {
  return keys.some((one) => meantBy(one, [key]) !== undefined);
}
