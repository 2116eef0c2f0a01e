/** The noun for a number: `group` for one, `groups` for any other. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}

/** The number with its noun: `1 group`, `2 groups`. */
export function count(n: number, one: string, many?: string): string {
  return `${n} ${plural(n, one, many)}`;
}

/** The first few names within a sentence, and how many more there are: `ada, bob and 3 more`. */
export function nameList(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
