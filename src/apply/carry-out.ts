import { ApiError } from "../api/call/api-error.js";
import type { Answered, Client } from "../api/operations.js";
import { SSO_REQUIRED } from "../api/refusal.js";
import { isOtherForm } from "../kinds/fields.js";
import { fromRow, type ReportedThing, type ServiceRow, toBody } from "../kinds/kind.js";
import { KINDS } from "../kinds/registry.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { EndpointName } from "../model/endpoint.js";
import { InternalError } from "../model/internal-error.js";
import type { StepOutcome } from "../model/plan/event.js";
import type { Step } from "../model/plan/plan.js";
import {
  describeFailure,
  differsFromPlan,
  foundTwice,
  madeAnew,
  type PlanDifference,
  stillListed,
} from "./apply-diagnostic.js";
import type { ResourceIds } from "./resource-ids.js";

export type StepResult =
  | {
      readonly outcome: "done";
      readonly id?: string;
      /** Found to be as planned, after an answer that was lost or a refusal. */
      readonly adopted: boolean;
      /** True if the state was already as planned: somebody else made the change. */
      readonly already: boolean;
      readonly warnings: readonly string[];
      /** The role that the service chose for an invite, where the plan names none. */
      readonly role?: string;
    }
  | {
      readonly outcome: Extract<StepOutcome, "failed" | "unknown" | "not_started">;
      readonly diagnostic: Diagnostic;
      /** True if nothing else may be started: the organization is not the one that the plan was made for. */
      readonly fatal: boolean;
    };

/**
 * Carries one step out so that it happens once: after a lost answer or a collision it looks for the resource; one that
 * is as planned is adopted, and nothing is ever created a second time. Never rejects because of the service.
 * `failed` says that the step surely had no effect, `unknown` that it may have had one, `not_started` that an interrupt
 * came before it was sent.
 */
export async function carryOut(client: Client, resourceIds: ResourceIds, step: Step): Promise<StepResult> {
  try {
    if (resourceIds.taken.has(step.address)) throw foundBefore(step);
    const { warnings, ...written } = await execute(client, resourceIds, step);
    const difference = differenceFromPlan(step, written);
    if (difference !== undefined) return undone("unknown", differsFromPlan(step, difference));
    return done(resourceIds, step, written, { adopted: false, already: false, warnings });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return await reconcile(client, resourceIds, step, error);
  }
}

/** A name that was found right before its creation is a collision, as the service says it of other kinds. */
const foundBefore = ({ address: path }: Step): ApiError =>
  new ApiError({ reason: "conflict", method: "POST", path, detail: "was not sent: it is there now" });

async function reconcile(
  client: Client,
  resourceIds: ResourceIds,
  step: Step,
  error: ApiError,
): Promise<StepResult> {
  if (error.reason === "interrupted" && !error.mayHaveHappened)
    return undone("not_started", describeFailure(step, error));
  if (!error.mayHaveHappened && !mayBeInPlace(step, error)) {
    return { ...undone("failed", describeFailure(step, error)), fatal: endsTheRun(error) };
  }
  let found: readonly ReportedThing[];
  try {
    found = await readBack(client, resourceIds, step);
  } catch (again) {
    if (!(again instanceof ApiError)) throw again;
    return undone(error.mayHaveHappened ? "unknown" : "failed", describeFailure(step, error));
  }
  const [reported, ...others] = found;
  if (others.length > 0)
    return {
      ...undone(
        "unknown",
        foundTwice(
          step,
          found.map(({ id = "?" }) => id),
        ),
      ),
      fatal: true,
    };
  const difference = reported && differenceFromPlan(step, reported);
  if (
    step.action === "delete" ? reported === undefined : reported !== undefined && difference === undefined
  ) {
    const warnings = reported?.note === undefined ? [] : [reported.note];
    return done(resourceIds, step, reported, { adopted: true, already: !error.mayHaveHappened, warnings });
  }
  if (step.action === "delete" && error.reason === "not-found") {
    const isAnother = reported?.id !== undefined && reported.id !== resourceIds.idOf(step.address);
    return undone("failed", isAnother ? madeAnew(step) : stillListed(step));
  }
  if (step.action === "create" && difference !== undefined) {
    return undone(error.mayHaveHappened ? "unknown" : "failed", differsFromPlan(step, difference));
  }
  const outcome = error.mayHaveHappened && mayStillHappen(error) ? "unknown" : "failed";
  return undone(outcome, describeFailure(step, error, outcome));
}

/**
 * Returns true if a refusal may mean that the resource is as planned already: a collision, or a deletion of one that
 * does not exist, or that the service hides when it is gone.
 */
function mayBeInPlace({ action, kind }: Step, { reason, errorCode }: ApiError): boolean {
  if (errorCode === SSO_REQUIRED) return false;
  if (reason === "conflict") return true;
  if (action === "delete" && reason === "not-found") return true;
  return action === "delete" && KINDS[kind].api.hidesGone === true && reason === "forbidden";
}

/** Returns true if every other request would fail too: the token is not accepted any more, or the time is over. */
export function endsTheRun({ reason, errorCode }: ApiError): boolean {
  return reason === "unauthorized" || reason === "timeout" || errorCode === SSO_REQUIRED;
}

/** Returns true if the service may still be working: nobody answered, or a gateway that did not wait for the answer. */
function mayStillHappen({ status }: ApiError): boolean {
  return status === undefined || status === 408 || status === 504;
}

function done(
  resourceIds: ResourceIds,
  { address, fields }: Step,
  found: ReportedThing | undefined,
  how: { readonly adopted: boolean; readonly already: boolean; readonly warnings: readonly string[] },
): StepResult {
  if (found?.id === undefined) return { outcome: "done", ...how };
  const { id } = found;
  const { role } = found.fields;
  resourceIds.learn(address, id);
  const isOpen = typeof role === "string" && fields.role == null;
  return { outcome: "done", id, ...how, ...(isOpen ? { role } : {}) };
}

function undone(
  outcome: Exclude<StepResult["outcome"], "done">,
  diagnostic: Diagnostic,
): Exclude<StepResult, { outcome: "done" }> {
  return { outcome, diagnostic, fatal: false };
}

/** The first field that is not as planned; a value may be stored in another form. */
function differenceFromPlan({ fields, kind }: Step, answered: ReportedThing): PlanDifference | undefined {
  for (const [field, value] of Object.entries(answered.fields)) {
    const planned = fields[field];
    if (planned === undefined || planned === null || planned === value || value === null) continue;
    if (isOtherForm(kind, answered.data_type, planned, value)) continue;
    if (KINDS[kind].fields[field]?.rule !== "identity") return { field, planned, answered: value };
  }
  return undefined;
}

/** Reads the lists that a step writes to and returns what is there of its thing, as its kind finds it. */
async function readBack(
  client: Client,
  resourceIds: ResourceIds,
  step: Step,
): Promise<readonly ReportedThing[]> {
  const { kind, action, address, fields } = step;
  const { api } = KINDS[kind];
  const ids = await idsOf(resourceIds, step);
  const answers = await Promise.all(api.lists.map((list) => callOf(client, list)(ids)));
  const lists = answers.map(({ data }) => data as readonly ServiceRow[]); // lists, as the description says
  return api.find(lists, {
    address,
    action,
    fields,
    ids,
    id: api.id === undefined ? undefined : ids[api.id],
  });
}

/** The answer to a write: the thing as the service says it is now, to be compared with the plan. */
interface WriteResult extends ReportedThing {
  readonly warnings: readonly string[];
}

/** Any operation of the client; a test compares what the kinds give with what the API description asks for. */
type AnyOperation = (call: Readonly<Record<string, unknown>>) => Promise<Answered<unknown>>;

/** Sends the one request of a step. Rejects with an `ApiError`; nothing is retried or reconciled here. */
async function execute(client: Client, resourceIds: ResourceIds, step: Step): Promise<WriteResult> {
  const { kind: name, action, address, fields } = step;
  const kind = KINDS[name];
  const operation = kind.api[action];
  if (typeof operation !== "string") throw new InternalError(`a ${kind.noun[0]} cannot be ${action}d`);
  const ids = await idsOf(resourceIds, step);
  const references = Object.fromEntries(
    Object.keys(kind.api.references?.(address) ?? {}).map((id) => [id, ids[id]]),
  );
  const body = { ...(action === "create" ? references : {}), ...toBody(kind.fields, fields) };
  const { data, warnings } = await callOf(
    client,
    operation,
  )({ ...ids, ...(action === "delete" ? {} : { body }) });
  // A resource without an id of its own is answered as a part of another one.
  if (data === undefined || kind.api.id === undefined) return { warnings, fields: {} };
  const row = data as ServiceRow; // its validator has said so
  return { id: String(row.id), warnings, fields: fromRow(kind.fields, row), data_type: row.data_type };
}

function callOf(client: Client, operation: EndpointName): AnyOperation {
  return client[operation] as AnyOperation;
}

/** The ids in a step's requests: of what it belongs to, what it refers to, and its own where it has one. */
async function idsOf(
  resourceIds: ResourceIds,
  { kind, action, address }: Step,
): Promise<Readonly<Record<string, string>>> {
  const { api } = KINDS[kind];
  const owners = { ...api.parents(address), ...api.references?.(address) };
  const ids: Record<string, string> = {};
  for (const [name, owner] of Object.entries(owners))
    ids[name] = name === "group_id" ? await resourceIds.groupIdOf(owner) : resourceIds.idOf(owner);
  if (action !== "create" && api.id !== undefined) ids[api.id] = resourceIds.idOf(address);
  return ids;
}
