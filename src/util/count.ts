/** The noun for a number: `group` for one, `groups` for any other. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}

/** The number with its noun: `1 group`, `2 groups`. */
export function count(n: number, one: string, many?: string): string {
  return `${n} ${plural(n, one, many)}`;
}
