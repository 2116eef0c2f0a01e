/** The last second of the year 9999. */
const LAST = 253_402_300_799;

/** The moment of SOURCE_DATE_EPOCH (whole seconds since 1970): `undefined` without one, `null` where it is none. */
export function fixedTime(text: string | undefined): Date | null | undefined {
  if (text === undefined || text === "") return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return seconds <= LAST ? new Date(seconds * 1_000) : null;
}
