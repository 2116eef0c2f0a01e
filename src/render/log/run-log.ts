import { parseAddress } from "../../model/address.js";
import type { Receipt, ReceiptChange, RecordedAccess } from "../../model/plan/receipt.js";
import { canonicalEmail } from "../../model/state/email.js";
import { compareText } from "../../util/order.js";
import { groupsOfSource } from "../labels.js";
import { doneCounts } from "../view/change-counts.js";

/** One run of `apply` or `undo`, from its receipt. Facts that an older receipt does not have are null. */
export interface LogEntry {
  /** The file. */
  readonly receipt: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly organization: Receipt["organization"];
  readonly actor: NonNullable<Receipt["actor"]> | null;
  readonly source: NonNullable<Receipt["source"]> | null;
  readonly approved_by: NonNullable<Receipt["approved_by"]> | null;
  readonly plan_digest: string;
  readonly outcome: Receipt["outcome"];
  /** The changes that were done, without those that went with another one. */
  readonly changes: { readonly create: number; readonly update: number; readonly delete: number };
  /** People whose access the run was to change, by what they see then; null where the receipt does not say. */
  readonly people: PeopleCounts | null;
  /** The changes of the people and groups that the log is narrowed to. */
  readonly about?: { readonly changes: readonly ReceiptChange[]; readonly access: readonly RecordedAccess[] };
}

/** People by verdict; `other` see something else, or it is unclear what they see. */
export interface PeopleCounts {
  readonly more: number;
  readonly less: number;
  readonly other: number;
}

/** The people and groups that a log is narrowed to; it has the runs that changed something of one of them. */
export interface LogFilter {
  readonly members: readonly string[];
  readonly groups: readonly string[];
}

/** The log of these receipts, oldest first; those without a time come before all others, by the names of their files. */
export function createLog(
  receipts: readonly { readonly path: string; readonly receipt: Receipt }[],
  filter: LogFilter,
): readonly LogEntry[] {
  const isNarrowed = filter.members.length + filter.groups.length > 0;
  return receipts
    .map(({ path, receipt }) => entryOf(path, receipt, isNarrowed ? filter : undefined))
    .filter(({ about }) => about === undefined || about.changes.length + about.access.length > 0)
    .sort((a, b) => compareText(a.started_at ?? "", b.started_at ?? "") || compareText(a.receipt, b.receipt));
}

function entryOf(path: string, receipt: Receipt, filter: LogFilter | undefined): LogEntry {
  const { changes, people } = receipt;
  return {
    receipt: path,
    started_at: receipt.started_at ?? null,
    finished_at: receipt.finished_at ?? null,
    organization: receipt.organization,
    actor: receipt.actor ?? null,
    source: receipt.source ?? null,
    approved_by: receipt.approved_by ?? null,
    plan_digest: receipt.plan_digest,
    outcome: receipt.outcome,
    changes: doneCounts(changes),
    people: people === undefined ? null : countPeople(people),
    ...(filter === undefined ? {} : { about: aboutThem(receipt, filter) }),
  };
}

function countPeople(people: NonNullable<Receipt["people"]>): PeopleCounts {
  const counts = { more: 0, less: 0, other: 0 };
  for (const { verdict } of people) {
    if (verdict === "widened") counts.more += 1;
    else if (verdict === "narrowed") counts.less += 1;
    else if (verdict !== "same") counts.other += 1;
  }
  return counts;
}

function aboutThem(
  { changes, access_changes = [] }: Receipt,
  filter: LogFilter,
): NonNullable<LogEntry["about"]> {
  const members = new Set(filter.members.map(canonicalEmail));
  const groups = new Set(filter.groups);
  return {
    changes: changes.filter(({ address, previous_address }) =>
      [address, previous_address].some((one) => one !== undefined && isAbout(one, members, groups)),
    ),
    access: access_changes.filter(
      ({ member, before, after }) =>
        members.has(member) ||
        [before, after].some((value) => groupsOfSource(value?.source).some((group) => groups.has(group))),
    ),
  };
}

function isAbout(address: string, members: ReadonlySet<string>, groups: ReadonlySet<string>): boolean {
  const [, collection, name = "", inner, person = ""] = parseAddress(address);
  if (collection === "members") return members.has(name);
  return collection === "groups" && (groups.has(name) || (inner === "members" && members.has(person)));
}
