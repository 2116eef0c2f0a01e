/** Throws an Error that names the first key of `given` that is not known: a misspelt key must not be ignored. */
export function assertKeys(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new Error(`${what} has no ${JSON.stringify(unknown)}: it takes ${known.join(", ")}`);
}
