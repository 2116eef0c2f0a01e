/** Returns true if a value is an object with keys: neither `null` nor a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The entry that a record has itself under a name from outside. A plain lookup also finds what every object has: an
 * attribute may be called `constructor`.
 */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** A record whose entries may be `undefined`, with those as optional properties. */
export type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The entries of a record that are not `undefined`, in their order: what is absent has no key. */
export function defined<const T extends object>(record: T): Defined<T> {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>; // the rest are the same entries
}
