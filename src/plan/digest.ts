import { createHash } from "node:crypto";
import type { AccessChange, ResourceChange } from "../model/plan.js";
import { canonicalJson } from "../util/canonical-json.js";

/**
 * What an approval is an approval of: sha256 over canonical JSON of the organization, the operations with the values
 * that they rely on, and whose access changes. Reasons, order, findings and everything that did not change are left
 * out, so that they do not invalidate an approval; there is no clock in it.
 */
export function planDigest(
  organization: string,
  changes: readonly ResourceChange[],
  access: readonly AccessChange[],
): string {
  const operations = changes
    .filter(({ change }) => change.actions[0] !== "no-op")
    .map(({ address, previous_address, type, change: { actions, before, after } }) => ({
      address,
      previous_address,
      type,
      action: actions[0],
      before,
      after,
    }));
  const people = access.map(({ workspace, member, attribute, before, after }) => ({
    workspace,
    member,
    attribute,
    before: before?.value ?? null,
    after: after?.value ?? null,
  }));
  return createHash("sha256")
    .update(canonicalJson({ organization, operations, access: people }))
    .digest("hex");
}
