import { hasErrors } from "../../model/diagnostic.js";
import { count } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import type { SignInCheck } from "../check/check.js";
import type { Finding } from "../terms/finding.js";
import type { Verification } from "../verify/verify.js";

/** A check as plain text for people: every finding with its way out, then one line of sum. */
export function signInCheckText({ findings }: SignInCheck): string {
  if (findings.length === 0) return "Nothing found.\n";
  return `${findings.map(findingText).join("\n")}\n${sum(findings)}\n`;
}

/** A verification as plain text for people; the statements come last, ready to be copied. */
export function verificationText({ findings, token, statements, asked_by }: Verification): string {
  const found = findings.length === 0 ? "" : `${findings.map(findingText).join("\n")}\n${sum(findings)}\n`;
  if (hasErrors(findings)) return found;
  const says = [
    ["issuer", token?.issuer],
    ["audience", token?.audience.join(", ")],
    ["user", token?.user ?? token?.subject],
    ["roles", (token?.scopes ?? token?.roles ?? []).join(" ")],
    ...(asked_by === "client_id"
      ? [["asked by", "client id: the Application ID URI was refused (AADSTS90009)"]]
      : []),
  ];
  const facts = says.map(([name = "", value]) => `  ${`${name}:`.padEnd(10)}${visible(value ?? "none")}`);
  const sql = statements.map((statement) => `  ${visible(statement)}`);
  return [
    ...(found === "" ? [] : [found]),
    "The warehouse is expected to accept this token.",
    ...facts,
    ...(sql.length > 0 ? ["", "To run in the warehouse:", ...sql] : []),
    "",
  ].join("\n");
}

function findingText({ severity, name, summary, detail, address, expected, found }: Finding): string {
  const facts = [
    ["at", address],
    ["expected", expected],
    ["found", found],
  ] as const;
  return [
    `${severity}: ${visible(summary)} [${name}]`,
    `  ${visible(detail)}`,
    ...facts.flatMap(([label, value]) => (value === undefined ? [] : [`  ${label}: ${visible(value)}`])),
    "",
  ].join("\n");
}

function sum(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return `${count(errors, "error")}, ${count(findings.length - errors, "warning")}`;
}
