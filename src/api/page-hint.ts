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
  for (const [place, value] of [
    ["", envelope],
    ["meta.", meta],
    ["data.", data],
  ] as const) {
    const key = hintIn(value, rows) ?? nestedHint(value, rows);
    if (key !== undefined) return place + key;
  }
  return undefined;
}

function nestedHint(value: unknown, rows: number): string | undefined {
  for (const [key, content] of entriesOf(value)) {
    const inner = NESTED.test(plain(key)) ? hintIn(content, rows) : undefined;
    if (inner !== undefined) return `${key}.${inner}`;
  }
  return undefined;
}

function hintIn(value: unknown, rows: number): string | undefined {
  return entriesOf(value).find(([key, content]) => saysMore(plain(key), content, rows))?.[0];
}

function saysMore(word: string, content: unknown, rows: number): boolean {
  const number = typeof content === "number" ? content : Number.NaN;
  if (PAGES.test(word)) return number > 1;
  if (ROWS.test(word)) return number > rows;
  if (PAGE_SIZE.test(word)) return number > 0 && number <= rows;
  return MORE.test(word) && Boolean(content);
}

/** The rows of a list, or of the longest list in an answer that is one thing. */
function countRows(data: unknown): number {
  if (Array.isArray(data)) return data.length;
  return Math.max(0, ...entriesOf(data).map(([, value]) => (Array.isArray(value) ? value.length : 0)));
}

const plain = (key: string): string => key.toLowerCase().replace(/[^a-z]/g, "");

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
