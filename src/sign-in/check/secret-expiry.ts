import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { signInAddress } from "../terms/names.js";

/** A day in milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;
const WARN_DAYS = 30;

/** Findings about the client secret's last day: past is an error, fewer than 30 days a warning. Days are UTC. */
export function* secretExpiry({ client_secret }: WarehouseSignIn, now: Date): Generator<Diagnostic> {
  if (client_secret === undefined) return;
  const { expires_on } = client_secret;
  const address = signInAddress("client_secret", "expires_on");
  const end = dayOf(expires_on);
  if (end === undefined) {
    const detail = "Write the day as YYYY-MM-DD, such as 2027-01-31.";
    yield finding("sign-in-setting", "This is not a day", detail, { address });
    return;
  }
  const days = Math.floor(end / DAY) - Math.floor(now.getTime() / DAY);
  if (days < 0) {
    const summary = `The client secret expired on ${expires_on}`;
    const detail = `${WAY_OUT} Until then sign-in to the warehouse is expected to fail.`;
    yield finding("sign-in-secret-expiry", summary, detail, { severity: "error", address });
  } else if (days < WARN_DAYS) {
    const summary = `The client secret expires ${daysFromNow(days)}, on ${expires_on}`;
    const detail = `${WAY_OUT} Sign-in to the warehouse stops when it expires.`;
    yield finding("sign-in-secret-expiry", summary, detail, { address });
  }
}

const WAY_OUT = "Create a new secret, give its value to the service operator, and write its last day here.";

function daysFromNow(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/** Midnight UTC of a day, or `undefined` for a text that is not a day of the calendar. */
export function dayOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  // 30 February parses, as a day in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time;
}
