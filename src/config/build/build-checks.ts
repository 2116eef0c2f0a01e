import type { CheckSeverity, RosterChecks } from "../../model/state/desired-state.js";
import { type Data, type DataMap, entry, isDataMap } from "../parse/data.js";
import { mapEntry, numberEntry, textsEntry } from "./build-context.js";

/** The roster checks in their long form; a list or number alone warns. `undefined` where the key is absent. */
export function buildChecks(root: DataMap): RosterChecks | undefined {
  const checks = mapEntry(root, "checks");
  if (checks === undefined) return undefined;
  const mfa = severityOf(entry(checks, "mfa"));
  const email_verified = severityOf(entry(checks, "email_verified"));
  const email_domains = allowedOf(checks, "email_domains");
  const identity_providers = allowedOf(checks, "identity_providers");
  const invite_age_days = maxOf(checks, "invite_age_days");
  const organization_admins = maxOf(checks, "organization_admins");
  return {
    ...(mfa && { mfa }),
    ...(email_verified && { email_verified }),
    ...(email_domains && { email_domains }),
    ...(identity_providers && { identity_providers }),
    ...(invite_age_days && { invite_age_days }),
    ...(organization_admins && { organization_admins }),
  };
}

function severityOf(data: Data | undefined): CheckSeverity | undefined {
  const severity = isDataMap(data) ? data.severity : data;
  return severity === "off" || severity === "warn" || severity === "error" ? severity : undefined;
}

function allowedOf(checks: DataMap, key: string): RosterChecks["email_domains"] {
  const allowed = textsEntry(checks, key) ?? textsEntry(entry(checks, key), "allowed");
  return allowed && { allowed, severity: severityOf(entry(checks, key)) ?? "warn" };
}

function maxOf(checks: DataMap, key: string): RosterChecks["invite_age_days"] {
  const max = numberEntry(checks, key) ?? numberEntry(entry(checks, key), "max");
  return max === undefined ? undefined : { max, severity: severityOf(entry(checks, key)) ?? "warn" };
}
