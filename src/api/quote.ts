/** Repeats what the service says: without the token or an address of an invite, and no more than anybody reads. */
export interface Quote {
  text(words: string): string;
  /** The fields of an object, with the text in them quoted; what stands under the name of a secret is left out. */
  fields(object: object): Readonly<Record<string, unknown>>;
}

const MAX_TEXT = 500;
const MAX_ENTRIES = 50;
const MAX_DEPTH = 5;
const INVITE_ADDRESS = /https?:\/\/\S*\b(invit|join)\w*\b\S*/gi;
const SECRET_NAME = /(^|_)(token|secret|password|authorization)$|invite_?url/i;

/** Quotes for a client with this token. */
export function createQuote(token: string): Quote {
  const text = (words: string): string =>
    words.replaceAll(token, "[token]").replace(INVITE_ADDRESS, "[address of an invite]").slice(0, MAX_TEXT);
  const json = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth === MAX_DEPTH) return "[more]";
    if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => json(one, depth + 1));
    return fields(value, depth);
  };
  const fields = (object: object, depth: number): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(object)
        .slice(0, MAX_ENTRIES)
        .map(([key, one]) => [text(key), SECRET_NAME.test(key) ? "[secret]" : json(one, depth + 1)]),
    );
  return { text, fields: (object) => fields(object, 0) };
}
