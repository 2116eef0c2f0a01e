// Rules of one's own over a plan: node policy.mjs plan.json
import { readFileSync } from "node:fs";

const MOST_REMOVALS = 5;
const COMPANY = "@northwind.example";

const plan = readPlan(process.argv[2] ?? "plan.json");
const { resource_changes: changes, access_changes: access, arrivals, summary, complete } = plan;

// What goes along with another deletion is gone as well: the values of a deleted attribute.
const removals = summary.delete + summary.delete_implied;

const denied = [
  ...access
    .filter(({ kind }) => kind === "opened")
    .map(
      ({ member, attribute, workspace }) => `${member} would see everything by ${attribute} in ${workspace}`,
    ),
  ...(removals > MOST_REMOVALS
    ? [`${removals} removals in one change, at most ${MOST_REMOVALS} are allowed`]
    : []),
  ...changes
    .filter(
      ({ type, change }) => type === "invite" && ["admin", "organization_admin"].includes(change.after?.role),
    )
    .map(({ address }) => `${address}: administrators are invited by hand`),
  // Nobody outside of the company gains anything. Taking away from them is what no rule may stop.
  ...access
    .filter(({ member }) => !member.endsWith(COMPANY))
    .filter((one) => !isLess(one) && !isTakenAway(one))
    .map(
      ({ member, attribute, workspace }) =>
        `${member} is not of this company, and gains by ${attribute} in ${workspace}`,
    ),
  // Nobody gains anything yet by an invite: what counts is what they will have once they accept it.
  ...arrivals
    .filter(({ member, known, denied: nothing }) => !known && !nothing && !member.endsWith(COMPANY))
    .filter(({ before }) => before === undefined || !isLess(before))
    .map(
      ({ member, workspace, groups }) =>
        `${member} is not of this company, and arrives in ${workspace} (${groups.join(", ")})`,
    ),
  ...(complete ? [] : ["the plan is not whole: it is of some workspaces, or it has errors"]),
];
const warned = changes
  .filter(({ origin }) => origin === "drift")
  .map(({ address }) => `${address}: somebody changed this by hand, and applying would undo it`);

for (const message of warned) console.log(`WARN  ${message}`);
for (const message of denied) console.log(`DENY  ${message}`);
process.exitCode = denied.length > 0 ? 1 : 0;

function isLess({ verdict }) {
  return verdict === "narrowed" || verdict === "same";
}

/**
 * Whether this plan only takes away the membership or the value that somebody had: then what they see by what is left is
 * other data, but nothing that was given to them.
 */
function isTakenAway({ workspace, member, attribute, before, after, verdict }) {
  if (verdict === "widened" || before === null || after === null) return false;
  const membership = (group) => addressOf(workspace, "groups", group, "members", member);
  const taken =
    before.source.kind === "own"
      ? addressOf(workspace, "members", member, "values", attribute)
      : membership(before.source.group);
  const left =
    after.source.kind === "group"
      ? [
          addressOf(workspace, "groups", after.source.group),
          addressOf(workspace, "groups", after.source.group, "values", attribute),
          membership(after.source.group),
        ]
      : [addressOf(workspace, "members", member, "values", attribute)];
  const isGiven = ({ address, change }) => change.actions[0] !== "delete" && left.includes(address);
  return (
    after.source.kind !== "tie" &&
    changes.some(({ address, change }) => change.actions[0] === "delete" && address === taken) &&
    !changes.some(isGiven)
  );
}

/** The address of a thing: its place in the file, with `~` and `/` of names escaped. */
function addressOf(...names) {
  return names.map((name) => `${name}`.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
}

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
