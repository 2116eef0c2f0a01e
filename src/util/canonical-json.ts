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
  const isInOrder = keys.every((key, i) => i === 0 || (keys[i - 1] ?? "") < key);
  let isSame = isInOrder;
  const ordered: Record<string, unknown> = {};
  for (const key of isInOrder ? keys : keys.sort()) {
    const inner = inOrder(value[key]);
    isSame &&= inner === value[key];
    if (key === "__proto__") Object.defineProperty(ordered, key, { value: inner, enumerable: true });
    else ordered[key] = inner;
  }
  return isSame ? value : ordered;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
