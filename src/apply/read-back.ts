import type { Client } from "../api/operations.js";
import type { ReportedThing, ServiceRow } from "../kinds/kind.js";
import { KINDS } from "../kinds/registry.js";
import type { Step } from "../model/plan/step.js";
import { callOf, idsOf } from "./execute.js";
import type { ResourceIds } from "./resource-ids.js";

/** Reads the lists that a step writes to and returns what is there of its thing, as its kind finds it. */
export async function readBack(
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
