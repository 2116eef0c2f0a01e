import { keepComment } from "./comment.mjs";
import { LABELS, setLabels } from "./labels.mjs";
import { makePlan } from "./make-plan.mjs";
import { withMarker } from "./marker.mjs";
import { isFork } from "./occasion.mjs";

/** Plans, and says so where people look: in the pull request, at the file's lines, in the job's summary. */
export async function plan(job) {
  const { runner, orgform, event } = job;
  const planned = await makePlan(job);
  const { markdown, document, exitCode } = planned;
  await runner.summary(markdown);
  runner.output("outcome", document?.outcome ?? "not-planned");
  if (document !== undefined) {
    runner.output("digest", document.plan_digest);
    runner.output("plan", orgform.product("plan.json"));
    runner.output("markdown", orgform.product("plan.md"));
  }
  if (event.pull_request !== undefined) await tellPullRequest(job, planned);
  return exitCode;
}

async function tellPullRequest(job, { markdown, document, since }) {
  const { inputs, event, github, runner, runUrl, about } = job;
  const { number, head } = event.pull_request;
  const facts = [`For ${head.sha}`, ...(since === undefined ? [] : [since]), `[log](${runUrl})`];
  const body = withMarker(`${markdown}\n<sub>${facts.join(" · ")}</sub>\n`, {
    ...about("plan"),
    ...(document && { digest: document.plan_digest, approved: approvable(document) }),
  });
  try {
    await keepComment(github, number, body, about("plan"));
  } catch (error) {
    if (error.status !== 403) throw error;
    if (!isFork(event))
      throw new Error(`${error.message}. The job needs the permission pull-requests: write.`);
    // A fork's own token may only read; then the summary is where the reason is.
    runner.notice("The token of a fork cannot comment: the job's summary says what happened.");
    return;
  }
  if (inputs.labels) await label(job, number, document);
}

async function label({ github, runner }, number, document) {
  try {
    await setLabels(github, number, document?.labels ?? []);
  } catch (error) {
    if (error.status !== 403) throw error;
    // Who may label a pull request may still not create a label that the repository has never had.
    runner.warning(`${LABELS.join(", ")}: create these labels once, or give the job issues: write.`);
  }
}

/** A whole plan, as `orgform apply` wants it, without what neither its digest nor its summary is of: comments are short. */
function approvable(document) {
  // When and how it was made is another one each time; the apply has its own base.
  const { made: _, ...plan } = document;
  const guards = plan.guards.filter(({ refused }) => !refused);
  return { ...plan, ...WITHOUT, guards };
}

const WITHOUT = {
  deferred: [],
  unsupported: [],
  warnings: [],
  checks: [],
  diagnostics: [],
};
