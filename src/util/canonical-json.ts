import { isRecord } from "./record.js";

/**
 * JSON with object keys in code-unit order and no white space: the same value always gives the same text, so it can
 * be hashed. Keys whose value is `undefined` are left out, as JSON does.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/**
 * Sorted beforehand: a replacer that sorts takes `JSON.stringify` off its fast path. Much of what is hashed was made in
 * order, and is not copied.
 */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  const sorted = isAscending(keys) ? keys : [...keys].sort();
  let copy: Record<string, unknown> | undefined = sorted === keys ? undefined : {};
  for (let i = 0; i < sorted.length; i += 1) {
    const key = sorted[i] ?? "";
    const inner = inOrder(value[key]);
    if (copy === undefined && inner !== value[key]) {
      copy = {};
      for (const earlier of sorted.slice(0, i)) put(copy, earlier, value[earlier]);
    }
    if (copy !== undefined) put(copy, key, inner);
  }
  return copy ?? value;
}

function isAscending(keys: readonly string[]): boolean {
  for (let i = 1; i < keys.length; i += 1) if ((keys[i] ?? "") < (keys[i - 1] ?? "")) return false;
  return true;
}

/** Sets a key of a record; `__proto__` is a key like any other. */
function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") Object.defineProperty(record, key, { value, enumerable: true });
  else record[key] = value;
}
