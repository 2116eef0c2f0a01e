import { namesInAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import type { ApplyCounts } from "../../model/plan/event.js";
import type { DataVerdict } from "../../model/plan/plan.js";
import type {
  Actor,
  Receipt,
  ReceiptChange,
  RecordedAccess,
  RecordedArrival,
} from "../../model/plan/receipt.js";
import { newArrivals } from "../../plan/people/earlier-arrivals.js";
import { arrivalCounts, verdictCounts } from "../../plan/summary.js";
import { groupsOfSource } from "../words/labels.js";

/** One apply, from its receipt. */
export interface LogEntry
  extends Pick<
    Receipt,
    | "sandbox"
    | "started_at"
    | "organization"
    | "actor"
    | "approved_by"
    | "plan_digest"
    | "outcome"
    | "allowed"
    | "warnings"
  > {
  /** The file. */
  readonly receipt: string;
  /** Null for a run that was killed, or has not ended. */
  readonly finished_at: string | null;
  readonly source: Receipt["source"] | null;
  /** The changes that were done, without those that went with another one. */
  readonly changes: { readonly create: number; readonly update: number; readonly delete: number };
  readonly steps: ApplyCounts;
  /** People whose access the run was to change, each once, by what they see then. */
  readonly people: Readonly<Record<DataVerdict, number>>;
  /** People who had an invite. */
  readonly arriving: number;
  /** The part of the run that is about the people and groups that the log is narrowed to; of one receipt, all of it. */
  readonly about?: RunDetails;
}

/** The changes of a run, one by one. */
export interface RunDetails {
  readonly changes: readonly ReceiptChange[];
  readonly access: readonly RecordedAccess[];
  /** New people who were to arrive, and those whose arrival was to change. */
  readonly arrivals: readonly RecordedArrival[];
}

/** The people and groups that a log is narrowed to; it has the runs that changed something of one of them. */
export interface LogFilter {
  readonly members: readonly string[];
  readonly groups: readonly string[];
}

/** The log of these receipts, in their order. */
export function createLog(
  receipts: readonly { readonly path: string; readonly receipt: Receipt }[],
  filter: LogFilter,
): readonly LogEntry[] {
  const isNarrowed = filter.members.length + filter.groups.length > 0;
  const emails = knownEmails(receipts.map(({ receipt }) => receipt.actor));
  return receipts
    .map(({ path, receipt }) => logEntryOf(path, receipt, emails, isNarrowed ? filter : undefined))
    .filter(({ about }) => about === undefined || Object.values(about).some((details) => details.length > 0));
}

/** The run that makes an organization's first workspace cannot read its user's address, but later ones can. */
function knownEmails(actors: readonly Actor[]): ReadonlyMap<string, string> {
  return new Map(
    actors.flatMap(({ user_id, email }) => (email === undefined ? [] : [[user_id, email] as const])),
  );
}

/** The entry of one receipt. */
export function logEntryOf(
  path: string,
  receipt: Receipt,
  emails = knownEmails([receipt.actor]),
  filter?: LogFilter,
): LogEntry {
  const { started_at, organization, actor, approved_by, plan_digest, outcome } = receipt;
  const counted = filter === undefined ? receipt : partOf(receipt, filter);
  const email = emails.get(actor.user_id);
  return {
    receipt: path,
    ...(receipt.sandbox === true ? { sandbox: true as const } : {}),
    started_at,
    finished_at: receipt.finished_at ?? null,
    organization,
    actor: { ...(email === undefined ? {} : { email }), ...actor },
    source: receipt.source ?? null,
    approved_by,
    plan_digest,
    outcome,
    changes: doneCounts(counted.changes),
    steps: counted.steps,
    people: verdictCounts(counted.people),
    arriving: arrivalCounts(counted.arrivals).arriving,
    allowed: receipt.allowed,
    warnings: receipt.warnings,
    ...(filter === undefined ? {} : { about: aboutThem(receipt, filter) }),
  };
}

/** The part of a run that is about the people and groups that the log is narrowed to: counts are of what is shown. */
function partOf(
  receipt: Receipt,
  filter: LogFilter,
): Pick<Receipt, "changes" | "steps" | "people" | "arrivals"> {
  const { changes, access, arrivals } = aboutThem(receipt, filter);
  const people = new Set([...filter.members.map(canonicalEmail), ...access.map(({ member }) => member)]);
  const steps = { done: 0, failed: 0, skipped: 0, not_started: 0, unknown: 0 };
  for (const { outcome, implied_by } of changes) if (implied_by === undefined) steps[outcome] += 1;
  return {
    changes,
    steps,
    people: receipt.people.filter(({ member }) => people.has(member)),
    arrivals,
  };
}

/** All details of a run. */
export const detailsOf = ({ changes, access_changes, arrivals }: Receipt): RunDetails => ({
  changes,
  access: access_changes,
  arrivals: newArrivals(arrivals),
});

function aboutThem(receipt: Receipt, filter: LogFilter): RunDetails {
  const { changes, access, arrivals } = detailsOf(receipt);
  const members = new Set(filter.members.map(canonicalEmail));
  const groups = new Set(filter.groups);
  return {
    changes: changes.filter(({ address, previous_address }) =>
      [address, previous_address].some((one) => one !== undefined && isAbout(one, members, groups)),
    ),
    access: access.filter(
      ({ member, before, after }) =>
        members.has(member) ||
        [before, after].some((value) => groupsOfSource(value?.source).some((group) => groups.has(group))),
    ),
    arrivals: arrivals.filter(
      (one) => members.has(one.member) || one.groups.some((group) => groups.has(group)),
    ),
  };
}

/** People and groups of the changes of these runs, each once: names that a log can be narrowed to. */
export function namesInRuns(receipts: readonly Receipt[]): LogFilter {
  const places = receipts.flatMap(({ changes }) => changes.map(({ address }) => namesInAddress(address)));
  const namesOf = (key: string): readonly string[] => [
    ...new Set(
      places.flatMap(({ collection, held, owner, name }) =>
        collection === key ? [owner ?? name] : held === key ? [name] : [],
      ),
    ),
  ];
  const affected = receipts.flatMap(({ access_changes }) => access_changes.map(({ member }) => member));
  return { members: [...new Set([...namesOf("members"), ...affected])], groups: namesOf("groups") };
}

function isAbout(address: string, members: ReadonlySet<string>, groups: ReadonlySet<string>): boolean {
  const { collection, owner, held, name } = namesInAddress(address);
  if (collection === "members") return members.has(owner ?? name);
  return collection === "groups" && (groups.has(owner ?? name) || (held === "members" && members.has(name)));
}

/** Counts the changes that were done, without those that went with another one. */
function doneCounts(changes: readonly ReceiptChange[]): Readonly<Record<ReceiptChange["action"], number>> {
  const done = changes.filter(({ outcome, implied_by }) => outcome === "done" && implied_by === undefined);
  const number = (action: ReceiptChange["action"]): number =>
    done.filter((change) => change.action === action).length;
  return { create: number("create"), update: number("update"), delete: number("delete") };
}
