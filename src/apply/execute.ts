import type { Answered, Client } from "../api/operations.js";
import { fromRow, type ServiceRow, toBody } from "../kinds/kind.js";
import { KINDS } from "../kinds/registry.js";
import type { EndpointName } from "../model/endpoint.js";
import { InternalError } from "../model/internal-error.js";
import type { Step } from "../model/plan/plan.js";
import type { Fields } from "../model/state/resource.js";
import type { ResourceIds } from "./resource-ids.js";

/** The result of a write: the resource's id where it has one, and its fields now, in the file's words. */
interface WriteResult {
  readonly id?: string;
  readonly warnings: readonly string[];
  /** The fields now, as the service says; compared with the plan. */
  readonly answered: Fields;
  /** The data type of a value. */
  readonly data_type?: unknown;
}

/** Any operation of the client; a test compares what the kinds give with what the API description asks for. */
type AnyOperation = (call: Readonly<Record<string, unknown>>) => Promise<Answered<unknown>>;

/** Sends the one request of a step. Rejects with an `ApiError`; nothing is retried or reconciled here. */
export async function execute(client: Client, resourceIds: ResourceIds, step: Step): Promise<WriteResult> {
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
  if (data === undefined || kind.api.id === undefined) return { warnings, answered: {} };
  const row = data as ServiceRow; // its validator has said so
  return { id: String(row.id), warnings, answered: fromRow(kind.fields, row), data_type: row.data_type };
}

export function callOf(client: Client, operation: EndpointName): AnyOperation {
  return client[operation] as AnyOperation;
}

/** The ids in a step's requests: of what it belongs to, what it refers to, and its own where it has one. */
export async function idsOf(
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
