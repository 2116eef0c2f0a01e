import { isRecord } from "../../util/record.js";
import type { Habits } from "./settings.js";

/** The habits that each outcome of a check shows, by the name of what was checked. Other outcomes say nothing here. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, Partial<Habits>>>>> = {
  "read-after-write": {
    "within 1 s": { read_lag_ms: 1_000 },
    "within 2 s": { read_lag_ms: 2_000 },
    "within 5 s": { read_lag_ms: 5_000 },
    "within 10 s": { read_lag_ms: 10_000 },
  },
  "unknown-workspace-is-forbidden": { "404": { unknown_place: "404" } },
  "lists-are-whole": { pages: { page_size: 20 } },
  "group-names-are-kept": { trimmed: { names: "trimmed" } },
  "group-names-may-repeat": { "409": { equal_names: "refused" } },
  "letter-case-of-group-names-counts": { "409": { letter_case: "ignored" } },
  "second-delete-is-not-found": { accepted: { repeated_delete: "204" } },
  "email-is-not-listed": { listed: { lists_email: true } },
  "winner-of-a-tie": { last: { tie: "last" } },
};

/** The habits in a record of the service, in the format of schemas/acceptance.schema.json. Throws for another file. */
export function habitsOfRecord(record: object): Partial<Habits> {
  const { results }: { readonly results?: unknown } = record;
  if (!Array.isArray(results)) throw new Error("the record has no results");
  return Object.assign({}, ...results.map(shownBy));
}

function shownBy(result: unknown): Partial<Habits> {
  if (!isRecord(result)) throw new Error("a result in the record is not an object");
  const { assumption, observed } = result;
  return SHOWN[String(assumption)]?.[String(observed)] ?? {};
}
