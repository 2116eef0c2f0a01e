/** The table of every finding of `sign-in check` and `sign-in verify`. */
export function signInFindingsPage({ FINDINGS }) {
  const rows = Object.entries(FINDINGS).map(
    ([name, [severity, code, summary]]) =>
      `| \`${name}\` | ${severity} | [${code}](troubleshooting.md#${code}) | ${summary} |`,
  );
  return ["| Finding | Severity | Code | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}
