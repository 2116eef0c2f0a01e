import { createHash } from "node:crypto";
import { guardsOf } from "../../model/plan/finding.js";
import type { AccessChange, ArrivingData, Plan, PlanDocument } from "../../model/plan/plan.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { oncePer } from "../../util/collections.js";
import { usedOverrides } from "../guards/allowance.js";

/** The content of a plan, or of its JSON, that an approval covers. */
export type ApprovedContent = Pick<
  PlanDocument,
  | "organization"
  | "scope"
  | "workspaces"
  | "resource_changes"
  | "access_changes"
  | "arrivals"
  | "guards"
  | "rules_changed"
  | "adopted"
  | "new_files"
  | "people"
  | "exposure"
>;

/** The part of a plan that an approval covers, in the form of its JSON. */
export const approvedPart = (plan: Plan): ApprovedContent => ({ ...plan, guards: guardsOf(plan) });

/**
 * The digest that an approval names: sha256 over canonical JSON (RFC 8785) of the organization, the workspaces that a run
 * of some is of, the live workspaces concerned, the operations with the values that they rely on, whose access
 * changes, what a data model makes of it for each person, who sees what in an exposure window, who arrives with
 * what, and sees what of a data model, what guards were told to let pass, what the edit does to the
 * rules, and files of which the base has nothing. Reasons, order, findings, guards that refuse and everything that did not change are left
 * out, so that they do not invalidate an approval; there is no clock in it.
 */
export function planDigest(plan: ApprovedContent): string {
  // Keys are in canonical order already: with very many of them it is noticed.
  const operations = plan.resource_changes
    .filter(({ change }) => change.actions[0] !== "no-op")
    .map(({ address, previous_address, type, change: { actions, before, after } }) => ({
      action: actions[0],
      address,
      after,
      before,
      previous_address,
      type,
    }));
  const access = plan.access_changes.map(valueChange);
  const arriving = plan.arrivals.map((one) => {
    const { values, data, limited_by: _, known: __, before: ___, ...arrival } = one;
    return {
      ...arrival,
      ...(data && { data: dataDigest(data) }),
      values: values.map(({ attribute, value }) => ({ attribute, value })),
    };
  });
  const seen = plan.people.flatMap(({ workspace, member, verdict, reason, data }) =>
    data === undefined && reason === undefined
      ? []
      : [{ ...(data && { data }), member, ...(reason && { reason }), verdict, workspace }],
  );
  const windows = plan.exposure.windows.map(({ workspace, member, attribute, value }) => ({
    attribute,
    member,
    value,
    workspace,
  }));
  const content = {
    access,
    ...(plan.adopted && { adopted: plan.adopted.map(valueChange) }),
    allowed: usedOverrides(plan.guards),
    arriving,
    operations,
    organization: plan.organization.id,
    ...(plan.scope && { scope: plan.scope }),
    ...(plan.new_files === undefined ? {} : { new_files: plan.new_files }),
    rules: plan.rules_changed.map(({ rule, before, after }) => ({ after, before, rule })),
    seen,
    windows,
    workspaces: Object.fromEntries(plan.workspaces.map(({ address, id }) => [address, id])),
  };
  return sha256(content);
}

const valueChange = ({ workspace, member, attribute, before, after, reason }: AccessChange) => ({
  after: after?.value ?? null,
  attribute,
  before: before?.value ?? null,
  member,
  ...(reason && { reason }),
  workspace,
});

const sha256 = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex");

/** The digest of what somebody sees: of thousands who see the same it is worked out once. */
const dataDigest = oncePer<ArrivingData, string>(sha256);
