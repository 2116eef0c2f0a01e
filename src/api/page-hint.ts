import { isRecord } from "../util/is-record.js";
import type { AnswerHeaders } from "./rate-limit.js";

/** Words, without case and separators, whose mere filling says that there is more. */
const MORE =
  /^(next(page|page(token|number|url|link)|url|uri|href|link|token|offset|marker|start|batch|key)?|.*nextlink|.*cursor|hasmore.*|hasnext.*|more|moreresults|(is)?truncated|partial|incomplete|continuation.*)$/;
/** Words whose "no" says that there is more. */
const LAST = /^(is)?last(page)?$/;
/** Words that count pages, and words that count rows. */
const PAGES = /^(totalpages|pagecount|pages|lastpage)$/;
const ROWS = /^(total.*|count|.*count)$/;
/** Words for the greatest number of rows in one answer: a full page may not be the last. */
const PAGE_SIZE = /^(limit|pagesize|perpage|size)$/;
/** Objects in which such words are commonly put together. */
const NESTED = /^(pagination|paging|page|pageinfo|links|cursors)$/;
/** How deep they are looked for. */
const DEPTH = 3;
/** Headers that say the same, and which of it. */
const HEADERS: Readonly<Record<string, Meaning>> = {
  "x-next-page": "more",
  "x-next-cursor": "more",
  "x-next-token": "more",
  "x-continuation-token": "more",
  "x-has-more": "more",
  "x-has-next": "more",
  "x-total-pages": "pages",
  "x-page-count": "pages",
  "x-total-count": "rows",
  "x-total": "rows",
};
const OTHER_HEADERS = ["link", "content-range", "x-pagination"];
const HEADER_NAMES = [...OTHER_HEADERS, ...Object.keys(HEADERS)];

/**
 * The first sign in an answer to a GET that it is not the whole: a filled `next`, `cursor` or `has_more`, a total
 * beyond its rows, more than one page, or a `Link` to the next. The service describes no pagination, so any of these
 * means that a list cannot be relied on.
 */
export function findPageHint(envelope: unknown, headers: AnswerHeaders): string | undefined {
  if (!isRecord(envelope)) return undefined;
  const { data, meta } = envelope;
  const rows = countRows(data);
  const header = hintInHeaders(headers, rows);
  if (header !== undefined) return `the header ${header}`;
  return hintAt("", envelope, rows) ?? hintAt("meta.", meta, rows) ?? hintAt("data.", data, rows);
}

function hintInHeaders(headers: AnswerHeaders, rows: number): string | undefined {
  const name = HEADER_NAMES.find((header) => {
    const content = headers.get(header);
    return content !== null && headerSaysMore(header, content, rows);
  });
  return name?.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

function headerSaysMore(name: string, content: string, rows: number): boolean {
  switch (name) {
    case "link":
      return content.split(/,(?=\s*<)/).some(linkSaysMore);
    case "content-range":
      return Number(/^\S+ \S+\/(\d+)$/.exec(content)?.[1]) > rows;
    case "x-pagination":
      return hintAt("", parsed(content), rows) !== undefined;
    default:
      return saysMore(HEADERS[name] ?? "other", content, rows);
  }
}

/** A link to the next page; or to the last one, or to somewhere unnamed, where that is not the first. */
function linkSaysMore(link: string): boolean {
  const [, target = "", rest = ""] = /^\s*<([^>]*)>(.*)$/s.exec(link) ?? [];
  const [, quoted, plain = ""] =
    /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]*))/i.exec(withoutOtherTexts(rest)) ?? [];
  const rel = (quoted ?? plain).toLowerCase().split(/\s+/);
  if (rel.includes("next")) return true;
  const page = PAGE_PARAMETERS.map((name) => queryOf(target).get(name)).find((value) => value !== null);
  return page !== undefined && !/^[01]?$/.test(page ?? "") && (rel.join("") === "" || rel.includes("last"));
}

const PAGE_PARAMETERS = [
  "page",
  "page[number]",
  "offset",
  "start",
  "cursor",
  "after",
  "marker",
  "page_token",
];

const queryOf = (target: string): URLSearchParams =>
  new URLSearchParams(target.split("#", 1)[0]?.split("?").slice(1).join("?"));

/** Without quoted texts of other parameters, in which anything can stand. */
const withoutOtherTexts = (parameters: string): string =>
  parameters.replace(/([\w*-]+)\s*=\s*"[^"]*"/g, (whole, name: string) =>
    name.toLowerCase() === "rel" ? whole : `${name}=`,
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * In an object, and in those within it. Where these are not called what pages commonly are, only words count that can
 * mean nothing else: a count may be one of anything.
 */
function hintAt(place: string, value: unknown, rows: number, depth = DEPTH): string | undefined {
  if (!isRecord(value)) return undefined;
  const key = Object.keys(value).find((word) => saysMore(meaningOf(word), value[word], rows));
  if (key !== undefined) return place + key;
  if (depth === 1) return undefined;
  for (const outer of Object.keys(value)) {
    const content = value[outer];
    if (outer === "data" || outer === "meta" || !isRecord(content)) continue;
    const inner =
      meaningOf(outer) === "nested"
        ? hintAt("", content, rows, depth - 1)
        : Object.keys(content).find(
            (word) =>
              /^(more|pages)$/.test(meaningOf(word)) && saysMore(meaningOf(word), content[word], rows),
          );
    if (inner !== undefined) return `${place}${outer}.${inner}`;
  }
  return undefined;
}

function saysMore(meaning: Meaning, content: unknown, rows: number): boolean {
  const number =
    typeof content === "number" || (typeof content === "string" && /^\d+$/.test(content))
      ? Number(content)
      : Number.NaN;
  switch (meaning) {
    case "pages":
      return number > 1;
    case "rows":
      return number > rows;
    case "page-size":
      return number > 0 && number <= rows;
    case "more":
      return Boolean(content) && content !== "false" && content !== "null" && number !== 0;
    case "last":
      return content === false || content === "false";
    default:
      return false;
  }
}

type Meaning = "pages" | "rows" | "page-size" | "more" | "last" | "nested" | "other";

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
  if (LAST.test(word)) return "last";
  return NESTED.test(word) ? "nested" : "other";
}

/** The rows of a list, or of the longest list in an answer that is one thing. */
function countRows(data: unknown): number {
  if (Array.isArray(data)) return data.length;
  const lists = isRecord(data) ? Object.values(data).filter(Array.isArray) : [];
  return Math.max(0, ...lists.map(({ length }) => length));
}
