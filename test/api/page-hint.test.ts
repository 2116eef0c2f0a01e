import { describe, expect, it } from "vitest";
import { findPageHint } from "../../src/api/decode.js";

const meta = { status: "success" };
const hint = (envelope: unknown, headers: Record<string, string> = {}) =>
  findPageHint(envelope, new Headers(headers));

describe("findPageHint", () => {
  it.each([
    ["meta.next", { data: [], meta: { ...meta, next: "/page/2" } }],
    ["meta.nextCursor", { data: [], meta: { ...meta, nextCursor: "abc" } }],
    ["meta.cursor", { data: [], meta: { ...meta, cursor: "abc" } }],
    ["meta.has_more", { data: [{}], meta: { ...meta, has_more: true } }],
    ["meta.total", { data: [{}], meta: { ...meta, total: 2 } }],
    ["meta.total", { data: [{}], meta: { ...meta, total: "999" } }],
    ["meta.total_count", { data: [{}], meta: { ...meta, total_count: 2 } }],
    ["meta.total_pages", { data: [{}, {}], meta: { ...meta, total_pages: 2 } }],
    ["meta.limit", { data: [{}, {}], meta: { ...meta, limit: 2 } }],
    ["meta.page_size", { data: [{}, {}], meta: { ...meta, page_size: 2 } }],
    ["meta.offset", { data: [{}], meta: { ...meta, offset: 50 } }],
    ["meta.pagination.has_next_page", { data: [], meta: { ...meta, pagination: { has_next_page: true } } }],
    [
      "meta.page.number",
      { data: [], meta: { ...meta, page: { number: 1, total_pages: 1 }, more: true } },
      "meta.more",
    ],
    ["next_page_token", { data: [], meta, next_page_token: "abc" }],
    ["links.next", { data: [], meta, links: { self: "/", next: "/page/2" } }],
    ["meta.@odata.nextLink", { data: [], meta: { ...meta, "@odata.nextLink": "/page/2" } }],
    ["meta.pagination.links.next", { data: [], meta: { ...meta, pagination: { links: { next: "/2" } } } }],
    ["meta.links.next", { data: [], meta: { ...meta, links: { next: { href: "/page/2" } } } }],
    ["_links.next", { data: [], meta, _links: { self: { href: "/" }, next: { href: "/page/2" } } }],
    ["meta.links", { data: [], meta: { ...meta, links: [{ rel: "next", href: "/page/2" }] } }],
    ["meta.count", { data: [{}], meta: { ...meta, count: 43, limit: 20, offset: 0 } }],
    ["meta.size", { data: [{}], meta: { ...meta, size: 43 } }],
    ["meta.num_results", { data: [{}], meta: { ...meta, num_results: 2 } }],
    ["meta.is_last", { data: [{}], meta: { ...meta, is_last: false } }],
    ["meta.isLastPage", { data: [{}], meta: { ...meta, isLastPage: false } }],
    ["meta.truncated", { data: [{}], meta: { ...meta, truncated: true } }],
    ["meta.IsTruncated", { data: [{}], meta: { ...meta, IsTruncated: true } }],
    ["meta.partial", { data: [{}], meta: { ...meta, partial: true } }],
    ["meta.complete", { data: [{}], meta: { ...meta, complete: false } }],
    ["meta.continuationToken", { data: [{}], meta: { ...meta, continuationToken: "abc" } }],
    ["meta.after", { data: [{}], meta: { ...meta, after: "abc" } }],
    ["meta.paging.cursors.after", { data: [{}], meta: { ...meta, paging: { cursors: { after: "x" } } } }],
    ["meta.Marker", { data: [{}], meta: { ...meta, Marker: "abc" } }],
    ["meta.bookmark", { data: [{}], meta: { ...meta, bookmark: "abc" } }],
    ["meta.scroll_id", { data: [{}], meta: { ...meta, scroll_id: "abc" } }],
    ["meta.remaining", { data: [{}], meta: { ...meta, remaining: 23 } }],
    ["meta.result_info.total_pages", { data: [{}], meta: { ...meta, result_info: { total_pages: 3 } } }],
  ])("notices %s", (key, envelope, found = key) => {
    expect(hint(envelope)).toBe(found);
  });

  it.each([
    '</x>; rel="prev", </y>; rel="next"',
    "</y>; rel=next",
    '</y>; title="x"; rel="next"',
    '</y>; rel="last next"',
    '</y>; REL = "next"',
  ])("notices the header Link: %s", (link) => {
    expect(hint({ data: [], meta }, { link })).toBe("the header Link");
  });

  it.each([
    ["x-total-count", "3"],
    ["x-total-pages", "2"],
    ["x-next-page", "2"],
    ["x-next-cursor", "abc"],
    ["x-has-more", "true"],
    ["Content-Range", "items 0-1/3"],
    ["X-Pagination", '{"TotalCount": 43}'],
    ["pagination-count", "43"],
  ])("notices the header %s: %s", (name, value) => {
    expect(hint({ data: [{}, {}], meta }, { [name]: value })).toBe(`the header ${name}`);
  });

  it("takes the whole for the whole, also where headers speak of pages", () => {
    const headers = {
      "x-total-count": "2",
      "x-total-pages": "1",
      "x-next-page": "",
      "x-has-more": "false",
      "content-range": "items 0-1/2",
      "x-ratelimit-limit": "2",
      "x-page": "1",
    };
    const links = [{ rel: "self", href: "/" }];
    const none = { next: { href: null } };
    expect(hint({ data: [{}, {}], meta: { ...meta, links }, _links: none }, headers)).toBeUndefined();
    expect(hint({ data: [{}], meta }, { "content-range": "bytes 0-99/100" })).toBeUndefined();
  });

  it("takes the whole for the whole", () => {
    const whole = {
      ...meta,
      total: 2,
      count: 2,
      is_last: true,
      complete: true,
      truncated: false,
      remaining: 0,
      after: null,
      total_pages: 1,
      page: 1,
      has_more: false,
      next: null,
      cursor: "",
      offset: 0,
    };
    const link = '</?page=1>; rel="self", </next>; rel="last", </a.css>; as=style';
    expect(
      hint({ data: [{}, {}], meta: { ...whole, limit: 100, page_size: "100" } }, { link }),
    ).toBeUndefined();
    expect(hint([])).toBeUndefined();
    expect(hint(null)).toBeUndefined();
  });

  it("lets harmless additions pass, also below data", () => {
    const additions = { request_id: "r1", took_ms: 7, region: "eu", rate: { remaining: 999, count: 999 } };
    expect(
      hint({ data: [{ next: "x", total: 9 }], meta: { ...meta, ...additions }, version: 3 }),
    ).toBeUndefined();
  });
});
