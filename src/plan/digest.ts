import { createHash } from "node:crypto";
import type { AccessChange, Arrival, ResourceChange } from "../model/plan.js";
import { canonicalJson } from "../util/canonical-json.js";

/**
 * What an approval is an approval of: sha256 over canonical JSON of the organization, the operations with the values
 * that they rely on, whose access changes, and who arrives with what. Reasons, order, findings and everything that did not change are left
 * out, so that they do not invalidate an approval; there is no clock in it.
 */
export function planDigest(
  organization: string,
  changes: readonly ResourceChange[],
  access: readonly AccessChange[],
  arrivals: readonly Arrival[],
): string {
  // Keys are in canonical order already: with very many of them it is noticed.
  const operations = changes
    .filter(({ change }) => change.actions[0] !== "no-op")
    .map(({ address, previous_address, type, change: { actions, before, after } }) => ({
      action: actions[0],
      address,
      after,
      before,
      previous_address,
      type,
    }));
  const people = access.map(({ workspace, member, attribute, before, after }) => ({
    after: after?.value ?? null,
    attribute,
    before: before?.value ?? null,
    member,
    workspace,
  }));
  const arriving = arrivals.map(({ values, ...arrival }) => ({
    ...arrival,
    values: values.map(({ attribute, value }) => ({ attribute, value })),
  }));
  return createHash("sha256")
    .update(canonicalJson({ access: people, arriving, operations, organization }))
    .digest("hex");
}
