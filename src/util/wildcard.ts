/** Returns true if a name fits a pattern in which `*` means any text, also none. */
export function fitsWildcard(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === name;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  const end = name.length - last.length;
  let at = first.length;
  // The leftmost place of each part leaves the most room for the next.
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Returns true if some text is a pattern of {@link fitsWildcard} and not a name alone. */
export const isWildcard = (text: string): boolean => text.includes("*");
