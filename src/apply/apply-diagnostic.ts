import { apiDiagnostic } from "../api/api-diagnostic.js";
import { ApiError } from "../api/call/api-error.js";
import { KINDS } from "../kinds/registry.js";
import { memberAddress, namesInAddress, workspaceOf } from "../model/address.js";
import { type Diagnostic, finding } from "../model/diagnostic.js";
import type { StepOutcome } from "../model/plan/event.js";
import type { CountedSource, Step } from "../model/plan/plan.js";
import { isSameValue } from "../model/state/value-format.js";
import { sortedTexts } from "../util/collections.js";
import { nameList } from "../util/english.js";
import { differenceText, foldedName } from "../util/look-alike.js";
import type { ResourceIds } from "./resource-ids.js";

/** A field that the service reports otherwise than planned. */
export interface PlanDifference {
  readonly field: string;
  readonly planned: string | number | boolean;
  readonly answered: string | number | boolean;
}

/** A source that some of the people who depend on it do not have any more. */
export interface GoneSource extends CountedSource {
  /** The missing part: `group`: it is deleted; `membership`: they are not in it; `value`: it sets none. */
  readonly gone: "group" | "membership" | "value";
}

/** A step that the service refused or did not answer; one that is known to have `failed` is no longer in doubt. */
export function describeFailure(step: Step, error: ApiError, outcome?: StepOutcome): Diagnostic {
  const settled =
    outcome === "failed" ? new ApiError({ ...error, cause: error.cause, mayHaveHappened: false }) : error;
  const { detail, ...diagnostic } = apiDiagnostic(settled);
  // A refusal with a code of its own has its own reason.
  const isPlain = error.reason === "forbidden" && error.errorCode === undefined;
  const rules = isPlain && step.action === "create" ? KINDS[step.kind].api.forbids : undefined;
  return {
    ...diagnostic,
    detail: rules === undefined ? detail : `${detail} ${rules}`,
    address: step.address,
  };
}

/** A step after which the resource is not as planned. */
export function differsFromPlan(step: Step, { field, planned, answered }: PlanDifference): Diagnostic {
  const form = otherForm(String(planned), String(answered));
  return finding(
    "api",
    `${field} is ${String(answered)}, not ${String(planned)} as planned`,
    form === undefined
      ? "The service says something else than what was written: it may store it in its own way, or somebody else may be changing it. Plan again; if the difference stays, write in the file what the service says."
      : `The service stores it in its own form. ${form} Write ${JSON.stringify(answered)} in the file; otherwise every plan shows the difference again.`,
    { address: step.address },
  );
}

/** A sentence on the form in which a service stores a text; `undefined` for another text. */
function otherForm(planned: string, answered: string): string | undefined {
  if (isSameValue(planned, answered, "number")) return "They are equal as numbers.";
  return foldedName(planned) === foldedName(answered) ? differenceText(planned, answered) : undefined;
}

/** A deletion that the service answers as if the resource were gone, while its list shows the resource. */
export function stillListed({ address }: Step): Diagnostic {
  return finding(
    "api",
    "The service says that it is gone, and still lists it",
    "Its list may be late, or somebody deleted and recreated it after orgform read it. orgform left it alone. Plan again.",
    { address },
  );
}

/** A deletion of a resource that somebody has deleted and created again since it was read. */
export function madeAnew({ address }: Step): Diagnostic {
  return finding(
    "api",
    "Somebody deleted and recreated it after orgform read it",
    "The plan is about the deleted resource, so orgform left the new one alone. Plan again.",
    { address },
  );
}

/** A group to create that is there by now, with people whom the plan does not put there. */
export function madeMeanwhile({ address }: Step): Diagnostic {
  return finding(
    "changed-meanwhile",
    "Somebody created it, and put people into it, after orgform read the groups",
    "They would get what the plan gives to this group, so orgform left it alone. Plan again.",
    { address },
  );
}

/** A creation that is found more than once: after a lost answer, or because somebody else has made the same. */
export function foundTwice(step: Step, ids: readonly string[]): Diagnostic {
  return finding(
    "duplicate-live-name",
    `It exists ${ids.length} times now: ${ids.join(" and ")}`,
    "Nothing more is written. In the product, delete the copies that you do not want, then apply again.",
    { address: step.address },
  );
}

/** Sources of one kind and place that removals count on and that somebody else has removed. */
export function sourceGone(
  [first, ...others]: readonly [GoneSource, ...GoneSource[]],
  resourceIds: ResourceIds,
  removed: boolean,
): Diagnostic {
  const all = [first, ...others];
  const workspace = workspaceOf(first.source);
  const { name } = namesInAddress(first.source);
  const people = sortedTexts(all.flatMap(({ members }) => members));
  const attributes = sortedTexts(all.map(({ attribute }) => namesInAddress(attribute).name)).join(", ");
  const removals = sortedTexts(all.map(({ removal }) => removal));
  const ids = people.map((email) => `${email} (${resourceIds.idOf(memberAddress(workspace, email))})`);
  const source = `${name} (${resourceIds.idOf(first.source)})`;
  const what = {
    group: `The group ${source} is gone`,
    membership: `${nameList(ids)} ${people.length === 1 ? "is" : "are"} no longer in ${source}`,
    value: `${source} has no value of ${attributes} any more`,
  }[first.gone];
  const keep = `${nameList(people)} ${people.length === 1 ? "was" : "were"} to have ${attributes} from there`;
  return finding(
    "changed-meanwhile",
    what,
    removed
      ? `Somebody else changed it, or the service shows writes late. ${keep}, and may have no value now. Already removed: ${nameList(removals)}. Look at once: \`orgform who --open\` lists who has no value. Give them one, or put back what was removed.`
      : `Somebody else changed it since it was read, or the service shows writes late. ${keep} after the removal of ${nameList(removals)}, and might have had no value then. orgform removed nothing in ${workspace} that depends on another source. Plan again.`,
    { address: first.source },
  );
}
