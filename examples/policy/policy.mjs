// The rules of plan.rego without another tool: node policy.mjs plan.json
import { readFileSync } from "node:fs";

const MOST_REMOVALS = 5;
const list = (names) => names.join(", ");

const plan = readPlan(process.argv[2] ?? "plan.json");
const { resource_changes: changes, access_changes: access, arrivals, summary, complete } = plan;

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
  // Nobody gains anything yet by an invite: what counts is what they will have once they accept it.
  ...arrivals
    .filter(({ known }) => known !== true)
    .filter(({ member }) => !member.endsWith("@northwind.example"))
    .map(
      ({ member, workspace, groups }) =>
        `${member} is not of this company, and arrives in ${workspace} (${list(groups)})`,
    ),
  ...(complete ? [] : ["the plan is not whole: it was made with --workspace, or it has errors"]),
];
const warned = changes
  .filter(({ origin }) => origin === "drift")
  .map(({ address }) => `${address}: somebody changed this by hand, and applying would undo it`);

for (const message of warned) console.log(`WARN  ${message}`);
for (const message of denied) console.log(`DENY  ${message}`);
process.exitCode = denied.length > 0 ? 1 : 0;

/** No plan is no approval: a pipeline that lost its plan has to stop here, and say why. */
function readPlan(path) {
  try {
    const plan = JSON.parse(readFileSync(path, "utf8"));
    if (Array.isArray(plan.resource_changes) && Array.isArray(plan.arrivals)) return plan;
    console.error(`${path} is no plan of orgform. Write one: orgform plan --out plan.json`);
  } catch (error) {
    const reason = error.code === "ENOENT" ? "is not there" : "cannot be read as JSON";
    console.error(`${path} ${reason}. Write it first: orgform plan --out plan.json`);
  }
  process.exit(1);
}
