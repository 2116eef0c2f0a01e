import { expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

it.each([
  ["2026-03-08", []],
  ["2026-03-15", []],
  ["2026-03-16", ["15 days"]],
])("counts an invite of 1 March as too old only after the days that it may wait: %s", async (today, ages) => {
  const invites = [
    { email: "ivy@northwind.example", role: "view", created_date: "2026-03-01T23:59:59Z" },
    { email: "jo@northwind.example", role: "view", created_date: "2026-03-07T00:00:00Z" },
  ];
  const sandbox = createSandbox({ seed: { workspaces: [{ name: "prod", invites }] } });
  const desired = desiredState(
    "workspaces: {prod: {}}\nchecks: {invite_age_days: {max: 14, severity: error}}\n",
  );
  const plan = await planAgainst(clientOf(sandbox), desired, { today });
  const checks = findingsFrom(plan, "check").filter(({ code }) => code === "check-invite-age");
  expect(checks.map(({ summary }) => /\d+ days/.exec(summary)?.[0])).toEqual(ages);
});

it("is all that a plan knows of the day", async () => {
  const invites = [{ email: "ivy@northwind.example", role: "view", created_date: "2026-03-01T23:59:59Z" }];
  const sandbox = createSandbox({ seed: { workspaces: [{ name: "prod", invites }] } });
  const desired = desiredState(
    "workspaces: {prod: {members: {ivy@northwind.example: {}}}}\nchecks: {mfa: warn}\n",
  );
  const [early, late] = await Promise.all(
    ["2026-03-02", "2036-03-02"].map((today) => planAgainst(clientOf(sandbox), desired, { today })),
  );
  expect(early).toEqual(late);
  expect(early?.arrivals).toHaveLength(1);
});

it("says of a list that allows nothing that nothing is allowed", async () => {
  const sandbox = createSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  const desired = desiredState(
    "workspaces: {prod: {}}\nchecks: {identity_providers: [], email_domains: []}\n",
  );
  const plan = await planAgainst(clientOf(sandbox), desired);
  expect(findingsFrom(plan, "check").map(({ summary }) => summary)).toEqual([
    "admin@northwind.example is from northwind.example, and no domain is allowed",
    "admin@northwind.example signs in through Okta, and no identity provider is allowed",
  ]);
});
