// The rules of plan.rego without another tool: node policy.mjs plan.json
import { readFileSync } from "node:fs";

const MOST_REMOVALS = 5;

const plan = JSON.parse(readFileSync(process.argv[2] ?? "plan.json", "utf8"));
const { resource_changes: changes, access_changes: access, summary, complete } = plan;

const denied = [
  ...access
    .filter(({ kind }) => kind === "opened")
    .map(
      ({ member, attribute, workspace }) => `${member} would see everything by ${attribute} in ${workspace}`,
    ),
  ...(summary.delete > MOST_REMOVALS
    ? [`${summary.delete} removals in one change, at most ${MOST_REMOVALS} are allowed`]
    : []),
  ...changes
    .filter(
      ({ type, change }) => type === "invite" && ["admin", "organization_admin"].includes(change.after?.role),
    )
    .map(({ address }) => `${address}: administrators are invited by hand`),
  ...access
    .filter(({ member }) => !member.endsWith("@northwind.example"))
    .map(({ member, attribute }) => `${member} is not of this company, and ${attribute} changes`),
  ...(complete ? [] : ["the plan is not whole: it was made with --only, or it has errors"]),
];
const warned = changes
  .filter(({ origin }) => origin === "drift")
  .map(({ address }) => `${address}: somebody changed this by hand, and applying would undo it`);

for (const message of warned) console.log(`WARN  ${message}`);
for (const message of denied) console.log(`DENY  ${message}`);
process.exitCode = denied.length > 0 ? 1 : 0;
