import { describe, expect, it } from "vitest";
import { checkEvent, checkPlan, checkPlanOrFailure } from "../../src/commands/documents/check-document.js";
import { planDigest } from "../../src/plan/assemble/digest.js";
import { summarize } from "../../src/plan/assemble/summary.js";
import { planJson } from "../../src/report/plan/plan-json.js";
import { northwind } from "../report/fixtures/northwind.js";
import { MOMENT, run } from "../support/receipts.js";

const whole = planJson(northwind);
const plan = {
  ...whole,
  summary: summarize({ ...whole, no_op: whole.summary.no_op }),
  plan_digest: planDigest(whole),
};
const change = {
  address: "northwind-prod/groups/Sales",
  kind: "group",
  action: "update",
  before: { name: "Sales", precedence: 10 },
  after: { name: "Sales", precedence: 15 },
};
const receipt = { timestamp: MOMENT, type: "run", ...run(), changes: [change] };

describe("a document that a command reads", () => {
  it("is what it was when it was written, whatever a later version adds", () => {
    expect(checkPlan({ ...plan, later: 1 })).toEqual({ document: { ...plan, later: 1 } });
    expect(checkEvent({ ...receipt, changes: [{ ...change, later: {} }] })).toHaveProperty("document");
  });

  it.each([
    [{}, "It has no `resource_changes`, as every plan has."],
    [{ ...plan, format_version: undefined }, "It lacks `format_version`."],
    [receipt, "It has no `resource_changes`, as every plan has."],
    [[], "It must be an object."],
    [{ ...plan, format_version: "2.0" }, '`format_version` must be "1.0".'],
    [{ ...plan, guards: undefined }, "It lacks `guards`."],
    [{ ...plan, summary: { ...plan.summary, access: {} } }, "`summary.access` lacks `people`."],
    [
      { ...plan, access_changes: [{ ...plan.access_changes[0], after: { value: 1 } }] },
      "`access_changes[0].after` has the wrong form.",
    ],
    [
      { ...plan, resource_changes: [{ ...plan.resource_changes[0], type: "invite" }] },
      "`resource_changes[0].address` is not an address of its `type`.",
    ],
    [
      {
        ...plan,
        resource_changes: undefined,
        outcome: "error",
        applyable: false,
        complete: false,
        errored: true,
      },
      "It has no `resource_changes`, as every plan has.",
    ],
  ])("says what keeps it from being a plan (%#)", (document, problem) => {
    expect(checkPlan(JSON.parse(JSON.stringify(document)))).toEqual({ problem });
  });

  it.each([
    [{ ...receipt, changes: [change, { ...change, action: "fine" }] }, "`changes[1].action` must be one of"],
    [
      { ...receipt, changes: [{ ...change, before: { "a\u001b": [] } }] },
      '`changes[0].before["a\\\\u{1b}"]` must be text',
    ],
    [
      { ...receipt, changes: [{ ...change, kind: "invite" }] },
      "`changes[0].address` is not an address of its `kind`.",
    ],
  ])("says what keeps it from being a receipt (%#)", (document, problem) => {
    expect(checkEvent(JSON.parse(JSON.stringify(document)))).toEqual({
      problem: expect.stringContaining(problem),
    });
  });

  it("may say why there is no plan", () => {
    const { format_version, orgform_version, diagnostics } = plan;
    const failed = {
      format_version,
      orgform_version,
      outcome: "error",
      applyable: false,
      complete: false,
      errored: true,
    };
    expect(checkPlanOrFailure({ ...failed, diagnostics })).toHaveProperty("document");
    expect(checkPlanOrFailure({ ...failed, diagnostics, outcome: "ok" })).toHaveProperty("problem");
  });
});
