/**
 * JSON with object keys in code-unit order and no white space: the same value always gives the same text, so it can
 * be hashed. Keys whose value is `undefined` are left out, as JSON does.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

/**
 * Sorted beforehand: a replacer that sorts takes `JSON.stringify` off its fast path. Most of what is hashed was made in
 * order, and is not copied.
 */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value) || isInOrder(value)) return value;
  // Without a prototype, so that `__proto__` is a key like any other.
  const ordered: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) ordered[key] = inOrder(value[key]);
  return ordered;
}

function isInOrder(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isInOrder);
  if (!isRecord(value)) return true;
  let last = "";
  for (const key of Object.keys(value)) {
    if (key < last || !isInOrder(value[key])) return false;
    last = key;
  }
  return true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
