import { describe, expect, it } from "vitest";
import { findPageHint } from "../../src/api/page-hint.js";

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

  it("takes the whole for the whole", () => {
    const whole = {
      ...meta,
      total: 2,
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
