import { type Address, parseAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { GuardFinding } from "../../model/plan/finding.js";
import { compact, groupAlike } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { addressText } from "../words/labels.js";

type Note = Pick<Diagnostic, "severity" | "code" | "summary" | "detail" | "address" | "range">;

/** One message, and the other things that it says the same of. */
export interface Alike<N> {
  readonly note: N;
  readonly others: readonly N[];
}

/** Messages that differ in nothing but the names of what they are about, together where the first of them stood. */
export function foldAlike<N extends Note>(notes: readonly N[]): readonly Alike<N>[] {
  return groupAlike(notes, messageOf).map(([note, ...others]) => ({ note, others }));
}

function messageOf({ severity, code, summary, detail, address }: Note): readonly string[] {
  return [severity, code, withoutNames(summary, address), withoutNames(detail, address)];
}

/**
 * The findings of guards, where equal ones about different things, such as one expectation of many
 * workspaces, are one with the addresses of all. A finding with a number stays separate.
 */
export function foldGuards(guards: readonly GuardFinding[]): readonly GuardFinding[] {
  const alike = groupAlike(
    guards,
    ({ code, summary, refuses: { name, refused, actual, override, addresses } }) =>
      actual === undefined
        ? [code, name, refused, override, withoutNames(summary, addresses[0])]
        : [name, summary, actual, override, addresses],
  );
  return alike.map(([first, ...others]) =>
    others.length === 0
      ? first
      : {
          ...first,
          summary: `${first.summary}, and the same of ${others.length} more`,
          refuses: {
            ...first.refuses,
            addresses: [first, ...others].flatMap(({ refuses }) => refuses.addresses),
          },
        },
  );
}

function withoutNames(text: string, address: Address | undefined): string {
  // A workspace called `a` is not meant by every `a`.
  const names = parseAddress(address ?? "").filter(
    (name, i, { length }) => name.length > 2 || (name !== "" && i === length - 1),
  );
  return names.reduce((left, name) => left.split(wordsOf(name)).join("\0"), text);
}

/** A name where it stands by itself, and is no part of another word. */
function wordsOf(name: string): RegExp {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u");
}

/** The most of the others that are named. */
const MOST = 20;

/** The other things that a message is about: `The same of 71 more: prod/groups/Sales East, …`; empty for none. */
export function othersText(others: readonly Note[]): string {
  if (others.length === 0) return "";
  const places = others.map(({ address, range }) => {
    const place = range && visible(`${range.filename}:${range.start.line}`);
    return address === undefined ? place : addressText(address);
  });
  return `The same of ${others.length} more: ${nameList(compact(places), MOST)}`;
}
