/** A value as a code span of one line, whatever backticks and line ends it holds. */
export function codeSpan(value: string): string {
  const text = value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ");
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A code span for a cell of a table, where a bar would end the cell. */
export const codeCell = (value: string): string => codeSpan(value).replaceAll("|", "\\|");
