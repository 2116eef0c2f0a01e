/** The contents of a file as plain data: YAML's core types, aliases followed. */
export type Data = string | number | boolean | null | DataList | DataMap;

/** A sequence. */
export type DataList = readonly Data[];

/** A mapping without a prototype, so that `__proto__` and `constructor` are names like any other. */
export interface DataMap {
  readonly [key: string]: Data;
}

/** The keys and positions that lead to something in data. */
export type DataPath = readonly (string | number)[];

/** Returns true if something is a mapping. */
export function isDataMap(data: unknown): data is DataMap {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Returns true if something is a sequence. */
export function isDataList(data: unknown): data is DataList {
  return Array.isArray(data);
}

/** The entry of a mapping; `undefined` where there is none or where `data` is not a mapping. */
export function entry(data: Data | undefined, key: string): Data | undefined {
  return isDataMap(data) ? data[key] : undefined;
}

/** The entries of a mapping; none where `data` is not a mapping, which the schema reports. */
export function entries(data: Data | undefined): [string, Data][] {
  return isDataMap(data) ? Object.entries(data) : [];
}

/** The items of a sequence; none where `data` is not a sequence, which the schema reports. */
export function items(data: Data | undefined): DataList {
  return isDataList(data) ? data : [];
}

/** A mapping of the given entries; a later one of the same key wins. */
export function dataMap(from: Iterable<readonly [string, Data]>): DataMap {
  const map: Record<string, Data> = Object.create(null);
  for (const [key, value] of from) map[key] = value;
  return map;
}

/** The data at a path; `undefined` where there is none. */
export function dataAt(root: Data, path: DataPath): Data | undefined {
  let data: Data | undefined = root;
  for (const segment of path) {
    data = isDataList(data) ? data[Number(segment)] : entry(data, String(segment));
  }
  return data;
}

/** The number of nodes in data, itself among them; a shared node counts each time, and its size is kept in `sizes`. */
export function sizeOf(data: Data, sizes = new Map<Data, number>()): number {
  if (typeof data !== "object" || data === null) return 1;
  const before = sizes.get(data);
  if (before !== undefined) return before;
  const size = Object.values(data).reduce<number>((sum, item: Data) => sum + sizeOf(item, sizes), 1);
  sizes.set(data, size);
  return size;
}
