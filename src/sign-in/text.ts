import type { SignInCheck } from "./check.js";
import type { Finding } from "./finding.js";
import type { Verification } from "./verify.js";

/** A check as plain text for people: every finding with its way out, then one line of sum. */
export function renderCheckText({ findings }: SignInCheck): string {
  if (findings.length === 0) return "Nothing found.\n";
  return `${findings.map(findingText).join("\n")}\n${sum(findings)}\n`;
}

/** A verification as plain text for people; the statements come last, ready to be copied. */
export function renderVerificationText({ findings, token, statements }: Verification): string {
  if (findings.length > 0) return `${findings.map(findingText).join("\n")}\n${sum(findings)}\n`;
  const says = [
    ["issuer", token?.issuer],
    ["audience", token?.audience.join(", ")],
    ["user", token?.user ?? token?.subject],
    ["roles", (token?.scopes ?? token?.roles ?? []).join(" ")],
  ] as const;
  const facts = says.map(([name, value]) => `  ${`${name}:`.padEnd(10)}${printable(value ?? "none")}`);
  const sql = statements.map((statement) => `  ${printable(statement)}`);
  return [
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
    `${severity}: ${printable(summary)} [${name}]`,
    `  ${printable(detail)}`,
    ...facts.flatMap(([label, value]) => (value === undefined ? [] : [`  ${label}: ${printable(value)}`])),
    "",
  ].join("\n");
}

function sum(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return `${count(errors, "error")}, ${count(findings.length - errors, "warning")}`;
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Values come from files, tokens and servers: nothing of them may steer a terminal. */
const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "\uFFFD");
