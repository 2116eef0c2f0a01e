import type { AnswerHeaders } from "./rate-limit.js";

/** Words, without case and separators, whose mere filling says that there is more. */
const MORE =
  /^(next(page|url|link|token|offset|pagetoken)?|.*cursor|hasmore|hasnext(page)?|more|truncated|partial|incomplete)$/;
/** Words that count pages, and words that count rows. */
const PAGES = /^(totalpages|pagecount|pages|lastpage)$/;
const ROWS = /^(total.*|count|.*count)$/;
/** Words for the greatest number of rows in one answer: a full page may not be the last. */
const PAGE_SIZE = /^(limit|pagesize|perpage|size)$/;
/** Objects in which such words are commonly put together. */
const NESTED = /^(pagination|paging|page|pageinfo|links)$/;

/**
 * The first sign in an answer to a GET that it is not the whole: a filled `next`, `cursor` or `has_more`, a total
 * beyond its rows, more than one page, or a `Link` to the next. The service describes no pagination, so any of these
 * means that a list cannot be relied on (design.md, section 3).
 */
export function findPageHint(envelope: unknown, headers: AnswerHeaders): string | undefined {
  if (!isObject(envelope)) return undefined;
  const { data, meta } = envelope;
  const rows = countRows(data);
  if (/\brel\s*=\s*"?[^",;]*\bnext\b/i.test(headers.get("link") ?? "")) return "the header Link";
  if (Number(headers.get("x-total-count") ?? 0) > rows) return "the header X-Total-Count";
  return hintAt("", envelope, rows) ?? hintAt("meta.", meta, rows) ?? hintAt("data.", data, rows);
}

function hintAt(place: string, value: unknown, rows: number): string | undefined {
  if (!isObject(value)) return undefined;
  const key = hintIn(value, rows);
  if (key !== undefined) return place + key;
  for (const outer of Object.keys(value)) {
    const content = value[outer];
    const inner = meaningOf(outer) === "nested" && isObject(content) ? hintIn(content, rows) : undefined;
    if (inner !== undefined) return `${place}${outer}.${inner}`;
  }
  return undefined;
}

function hintIn(value: Readonly<Record<string, unknown>>, rows: number): string | undefined {
  return Object.keys(value).find((key) => saysMore(meaningOf(key), value[key], rows));
}

function saysMore(meaning: Meaning, content: unknown, rows: number): boolean {
  const number = typeof content === "number" ? content : Number.NaN;
  switch (meaning) {
    case "pages":
      return number > 1;
    case "rows":
      return number > rows;
    case "page-size":
      return number > 0 && number <= rows;
    case "more":
      return Boolean(content);
    default:
      return false;
  }
}

type Meaning = "pages" | "rows" | "page-size" | "more" | "nested" | "other";

/** Answers use the same few keys again and again; a service that does not is not remembered for ever. */
const MEANINGS = new Map<string, Meaning>();
const MOST_MEANINGS = 1_000;

function meaningOf(key: string): Meaning {
  let meaning = MEANINGS.get(key);
  if (meaning === undefined) {
    meaning = readMeaning(key.toLowerCase().replace(/[^a-z]/g, ""));
    if (MEANINGS.size < MOST_MEANINGS) MEANINGS.set(key, meaning);
  }
  return meaning;
}

function readMeaning(word: string): Meaning {
  if (PAGES.test(word)) return "pages";
  if (ROWS.test(word)) return "rows";
  if (PAGE_SIZE.test(word)) return "page-size";
  if (MORE.test(word)) return "more";
  return NESTED.test(word) ? "nested" : "other";
}

/** The rows of a list, or of the longest list in an answer that is one thing. */
function countRows(data: unknown): number {
  if (Array.isArray(data)) return data.length;
  const lists = isObject(data) ? Object.values(data).filter(Array.isArray) : [];
  return Math.max(0, ...lists.map(({ length }) => length));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
