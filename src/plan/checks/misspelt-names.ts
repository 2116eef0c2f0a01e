import { isOneSlip } from "../../config/text/wording.js";
import { nearestIn } from "../../config/validate/near-members.js";
import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { namesInAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange, Unmanaged } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import { groupBy } from "../../util/collections.js";

/** The shortest name that is compared: most shorter ones are one letter from another name. */
const SHORTEST_NAME = 5;

/**
 * The hints that a name in the file is misspelt: a thing would be created whose name, or one of the names that it had, is one
 * slip from that of an existing thing which the file does not list. The existing one would stay beside it, with its people.
 */
export function hintMisspelt(
  changes: readonly ResourceChange[],
  workspace: DesiredWorkspace,
  unmanaged: readonly Unmanaged[],
): readonly Diagnostic[] {
  const existing = groupBy(unmanaged.filter(isNamedByUs), ({ type }) => type);
  return changes.flatMap(({ address, type, change }): Diagnostic[] => {
    const others = existing.get(type) ?? [];
    if (change.actions[0] !== "create" || others.length === 0) return [];
    const { name } = namesInAddress(address);
    const names = [name, ...(contentsOf(workspace).at(address)?.previously ?? [])];
    const meant = others
      .map((other) => namesInAddress(other.address).name)
      .find((other) => names.some((one) => isNear(one, other)));
    if (meant === undefined) return [];
    const known = JSON.stringify(meant);
    const rename = isRenamable(type) ? ` To rename it, write \`previously: [${known}]\`.` : "";
    return [
      finding(
        "rename-hint",
        `${name} would be created beside ${meant}, which the file does not list`,
        `Did you mean ${known}? If it is the same thing, write its name as it is.${rename}`,
        { address },
      ),
    ];
  });
}

/**
 * The findings, those about people who are not there with the one member who is meant: the only one a slip away, who loses
 * something by the same plan. Anybody else of nearly that address is most likely somebody else.
 */
export function askForMembers(
  findings: readonly Diagnostic[],
  changes: readonly ResourceChange[],
  live: LiveWorkspace | undefined,
): readonly Diagnostic[] {
  const losing = new Set(
    changes.flatMap(({ address, type, change }) =>
      change.actions[0] === "delete" ? (KINDS[type].personOf?.(address) ?? []) : [],
    ),
  );
  const nearLoser = nearestIn(losing);
  return findings.map((one) => {
    if (one.code !== "member-undeclared" || one.address === undefined) return one;
    const { name } = namesInAddress(one.address);
    const meant = nearLoser(name);
    const others = membersOf(live).flatMap(({ email }) => (email === meant ? [] : [email]));
    if (meant === undefined || nearestIn(new Set(others))(name) !== undefined) return one;
    return {
      ...one,
      detail: `Did you mean ${meant}, a member who loses something by this plan? ${one.detail}`,
    };
  });
}

/** Returns true for things whose names are chosen here: addresses of people are near to those of others, and many. */
const isNamedByUs = ({ type }: Unmanaged): boolean =>
  KINDS[type].sendsMail === undefined && KINDS[type].personOf === undefined;

const isNear = (name: string, other: string): boolean =>
  Math.min(name.length, other.length) >= SHORTEST_NAME && isOneSlip(name, other);
