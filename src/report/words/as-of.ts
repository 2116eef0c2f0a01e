import type { AsOf } from "../../model/state/snapshot.js";
import { visibleName } from "../../util/escape.js";

/** The origin of a product, for the head of a page. */
export interface ProductOrigin {
  readonly organization: { readonly id: string; readonly name?: string };
  /** The version of orgform. */
  readonly version: string;
  /** The moment of reading, ISO 8601 in UTC. */
  readonly readAt?: string | undefined;
  /** The snapshot that stood for the service. */
  readonly asOf?: AsOf | undefined;
  /** The sandbox that stood for the service, in words. */
  readonly sandbox?: string | undefined;
}

/** The sentence that says of a product that it shows no live service; none where the service was read. */
export function asOfNotes(asOf: AsOf | undefined): readonly string[] {
  return asOf === undefined ? [] : [`Read from a snapshot, ${asOfWords(asOf)}.`];
}

/** The sentence that a run was in a sandbox, as its last line and in the head of a page; none otherwise. */
export const sandboxNotes = (sandbox: string | undefined): readonly string[] =>
  sandbox === undefined ? [] : [`This ran in ${sandbox}, and not in the service.`];

/**
 * The moment that a snapshot shows, within a sentence: `as of 2026-09-30 06:00 UTC (2026-q3.json)`, and of which
 * workspaces, if it does not show all.
 */
export function asOfWords({ taken_at, snapshot, sandbox, scope }: AsOf): string {
  const of = [sandbox === true ? ", of a sandbox" : "", scope === undefined ? "" : `, ${scopeWords(scope)}`];
  return `as of ${momentText(taken_at)} (${visibleName(snapshot)}${of.join("")})`;
}

/** The workspaces of a part of an organization: `only of northwind-prod`. */
export const scopeWords = (workspaces: readonly string[]): string =>
  `only of ${workspaces.length === 0 ? "no workspace" : workspaces.map(visibleName).join(", ")}`;

/** A moment as people read it, `2026-09-30 06:00 UTC`, from ISO 8601 in UTC. */
export function momentText(moment: string): string {
  const [, day = "", time = ""] = /^(.{10})T(.{5})/.exec(moment) ?? [];
  return `${day} ${time} UTC`;
}
