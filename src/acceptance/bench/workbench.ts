import { ApiError } from "../../api/call/api-error.js";
import type { Client } from "../../api/operations.js";
import type { Clock } from "../../api/schedule/clock.js";
import type {
  AttributeDefinition,
  AttributeValue,
  DataType,
  Group,
  Member,
} from "../../model/generated/service.js";

/** The place where the checks of one run work: a workspace that the run has made, and nothing else. */
export interface Workbench {
  readonly client: Client;
  readonly workspace_id: string;
  /** The id of the token's user. */
  readonly user_id: string;
  /** The address to invite, where the person who runs the checks gave one. */
  readonly invite: string | undefined;
  /** Makes a group with a name and a precedence that no other group of the run has. */
  group(options?: { readonly name?: string; readonly precedence?: number }): Promise<Group>;
  /** Makes an attribute with a name that no other attribute of the run has. */
  attribute(type?: DataType): Promise<AttributeDefinition>;
  /** Sets a value of an attribute on a group. */
  groupValue(group: Group, attribute: AttributeDefinition, value: string): Promise<AttributeValue>;
  /** Makes a group and an attribute, and sets the value of the one on the other. */
  groupWithValue(value: string): Promise<{ readonly group: Group; readonly attribute: AttributeDefinition }>;
  /** Adds the token's user to a group. */
  join(group: Group): Promise<void>;
  /** The groups of the workspace, once earlier writes can be read. */
  groups(): Promise<readonly Group[]>;
  /** The group with this id, once earlier writes can be read; `undefined` if it is not listed. */
  groupNow(id: string): Promise<Group | undefined>;
  /** The members of the workspace, once earlier writes can be read. */
  members(): Promise<readonly Member[]>;
  /** The values of a group, once earlier writes can be read. */
  valuesOf(group: Group): Promise<readonly AttributeValue[]>;
  /** The values that reach the token's user, of one attribute, once earlier writes can be read. */
  valuesNow(attribute: AttributeDefinition): Promise<readonly AttributeValue[]>;
  /** Waits until earlier writes can be read. */
  settle(): Promise<void>;
  /** Finds out how long that takes, in milliseconds; every later wait takes as long. */
  measureLag(): Promise<number>;
}

/** The longest wait until reads show a write, in milliseconds; after it the run gives up. */
const MOST_LAG_MS = 15_000;

/** The time between two reads that wait for a write. */
const POLL_MS = 100;

/** Resolves with the milliseconds until `isSeen` is true; {@link MOST_LAG_MS} if it is not true by then. */
export async function waitUntil(
  clock: Clock,
  signal: AbortSignal,
  isSeen: () => Promise<boolean>,
): Promise<number> {
  const start = clock.now();
  for (let waited = 0; waited < MOST_LAG_MS; waited = clock.now() - start) {
    if (await isSeen()) return waited;
    await clock.sleep(POLL_MS, signal);
  }
  return MOST_LAG_MS;
}

/** Opens the bench of a run. `stop` ends waits and requests. */
export function createWorkbench(
  client: Client,
  {
    signal,
    clock,
    ...place
  }: Pick<Workbench, "workspace_id" | "user_id" | "invite"> & {
    readonly signal: AbortSignal;
    readonly clock: Clock;
  },
): Workbench {
  const { workspace_id, user_id } = place;
  let made = 0;
  let lag = 0;
  const settle = async (): Promise<void> => {
    if (lag > 0) await clock.sleep(lag, signal);
  };
  const groups = async (): Promise<readonly Group[]> => {
    await settle();
    return (await client.listGroups({ workspace_id, signal })).data;
  };
  const group: Workbench["group"] = async (options = {}) => {
    made += 1;
    const { name = `group ${made}`, precedence = 1_000 + made } = options;
    const body = { name, user_attribute_precedence: precedence };
    return (await client.createGroup({ workspace_id, body, signal })).data;
  };
  return {
    client,
    ...place,
    group,
    groups,
    settle,
    async attribute(data_type = "string") {
      made += 1;
      const body = { name: `attribute_${made}`, data_type, label: "Acceptance" };
      return (await client.createAttributeDefinition({ workspace_id, body, signal })).data;
    },
    async groupValue({ id: group_id }, { id: user_attribute_definition_id }, value) {
      const body = { user_attribute_definition_id, value };
      return (await client.createGroupValue({ workspace_id, group_id, body, signal })).data;
    },
    async groupWithValue(value) {
      const both = { group: await group(), attribute: await this.attribute() };
      await this.groupValue(both.group, both.attribute, value);
      return both;
    },
    async join({ id: group_id }) {
      await client.addGroupMember({ workspace_id, group_id, body: { user_id }, signal });
    },
    groupNow: async (id) => (await groups()).find((one) => one.id === id),
    async members() {
      await settle();
      return (await client.listMembers({ workspace_id, signal })).data;
    },
    async valuesOf({ id: group_id }) {
      await settle();
      return (await client.listGroupValues({ workspace_id, group_id, signal })).data;
    },
    async valuesNow({ id }) {
      await settle();
      const { data } = await client.listMemberValues({ workspace_id, user_id, signal });
      return data.filter((value) => value.user_attribute_definition_id === id);
    },
    async measureLag() {
      const forWorkspace = await waitUntil(clock, signal, async () => {
        const outcome = await checkOutcome(client.listGroups({ workspace_id, signal }));
        return outcome === "accepted";
      });
      const { id } = await group();
      const forGroup = await waitUntil(clock, signal, async () =>
        (await groups()).some((one) => one.id === id),
      );
      const waited = Math.max(forWorkspace, forGroup);
      // Half as much again, because the next write may take longer.
      lag = waited * 1.5;
      return waited;
    },
  };
}

/** The outcome of a request: `accepted`, or the status of its refusal, such as `404`. Other failures are thrown. */
export async function checkOutcome(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return "accepted";
  } catch (error) {
    return refusalOf(error);
  }
}

/** The outcome of a request that may be refused in any way: `accepted` or `refused`. */
export const checkRefusal = async (request: Promise<unknown>): Promise<string> =>
  (await checkOutcome(request)) === "accepted" ? "accepted" : "refused";

/** The status of a refusal that asking again would not change. @throws the error if it is no refusal. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === undefined) throw error;
  const isRefusal = error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;
  if (!isRefusal) throw error;
  return String(error.status);
}
