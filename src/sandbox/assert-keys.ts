/** Throws an Error that names a key of what somebody gave, where nobody reads it: they had something else in mind. */
export function assertKeys(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new Error(`${what} has no ${JSON.stringify(unknown)}: it takes ${known.join(", ")}`);
}
