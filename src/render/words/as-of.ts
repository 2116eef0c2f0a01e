import type { AsOf } from "../../model/state/snapshot.js";
import { visibleName } from "../../util/escape.js";

/** The origin of a product, for the head of a page. */
export interface ProductOrigin {
  readonly organization: { readonly id: string; readonly name?: string };
  /** That of orgform. */
  readonly version: string;
  /** The moment of reading, ISO 8601 in UTC. */
  readonly readAt?: string | undefined;
  /** The snapshot that stood for the service. */
  readonly asOf?: AsOf | undefined;
}

/** The sentence that says of a product that it shows no live service; none where the service was read. */
export function asOfNotes(asOf: AsOf | undefined): readonly string[] {
  return asOf === undefined ? [] : [`Read from a snapshot, ${asOfWords(asOf)}.`];
}

/** The moment that a snapshot shows, within a sentence: `as of 2026-09-30 06:00 UTC (2026-q3.json)`. */
export function asOfWords({ taken_at, snapshot }: AsOf): string {
  return `as of ${momentText(taken_at)} (${visibleName(snapshot)})`;
}

/** A moment as people read it, `2026-09-30 06:00 UTC`, from ISO 8601 in UTC. */
export function momentText(moment: string): string {
  const [, day = "", time = ""] = /^(.{10})T(.{5})/.exec(moment) ?? [];
  return `${day} ${time} UTC`;
}
