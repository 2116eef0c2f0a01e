import { isRecord } from "../util/record.js";

/**
 * The id that stands twice in a list of an answer, or in a list inside an answer (the workspaces of `/me`):
 * such a list cannot be relied on, because things are distinguished by their ids.
 */
export function repeatedId(data: unknown): string | undefined {
  const lists = Array.isArray(data)
    ? [data]
    : isRecord(data)
      ? Object.values(data).filter(Array.isArray)
      : [];
  for (const list of lists) {
    const seen = new Set<unknown>();
    for (const row of list) {
      if (!isRecord(row) || row.id === undefined) continue;
      if (seen.has(row.id)) return String(row.id);
      seen.add(row.id);
    }
  }
  return undefined;
}
