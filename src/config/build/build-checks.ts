import type { CheckSeverity, RosterChecks } from "../../model/state/desired-state.js";
import { defined } from "../../util/defined.js";
import { type Data, type DataMap, isDataMap } from "../text/data.js";
import { mapEntry, numberEntry, textsEntry } from "./build-context.js";

/** The roster checks in their long form; a list or number alone warns. `undefined` where the key is absent. */
export function buildChecks(root: DataMap): RosterChecks | undefined {
  const checks = mapEntry(root, "checks");
  return (
    checks &&
    defined({
      mfa: severityOf(checks.mfa),
      email_verified: severityOf(checks.email_verified),
      email_domains: allowedOf(checks.email_domains),
      identity_providers: allowedOf(checks.identity_providers),
      invite_age_days: maxOf(checks.invite_age_days),
      organization_admins: maxOf(checks.organization_admins),
    })
  );
}

function severityOf(data: Data | undefined): CheckSeverity | undefined {
  const severity = isDataMap(data) ? data.severity : data;
  return severity === "off" || severity === "warn" || severity === "error" ? severity : undefined;
}

function allowedOf(data: Data | undefined): RosterChecks["email_domains"] {
  const allowed = textsEntry(isDataMap(data) ? data : { allowed: data ?? null }, "allowed");
  return allowed && { allowed, severity: severityOf(data) ?? "warn" };
}

function maxOf(data: Data | undefined): RosterChecks["invite_age_days"] {
  const max = typeof data === "number" ? data : numberEntry(data, "max");
  return max === undefined ? undefined : { max, severity: severityOf(data) ?? "warn" };
}
