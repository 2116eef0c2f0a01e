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
    ["meta.total_count", { data: [{}], meta: { ...meta, total_count: 2 } }],
    ["meta.total_pages", { data: [{}, {}], meta: { ...meta, total_pages: 2 } }],
    ["meta.limit", { data: [{}, {}], meta: { ...meta, limit: 2 } }],
    ["meta.pagination.has_next_page", { data: [], meta: { ...meta, pagination: { has_next_page: true } } }],
    ["next_page_token", { data: [], meta, next_page_token: "abc" }],
    ["links.next", { data: [], meta, links: { self: "/", next: "/page/2" } }],
    ["data.has_more", { data: { items: [], has_more: true }, meta }],
    ["data.total", { data: { workspaces: [{}], total: 3 }, meta }],
    ["meta.total", { data: [{}], meta: { ...meta, total: "999" } }],
    ["meta.is_last_page", { data: [{}], meta: { ...meta, is_last_page: false } }],
    ["meta.@odata.nextLink", { data: [], meta: { ...meta, "@odata.nextLink": "/page/2" } }],
    ["meta.is_truncated", { data: [], meta: { ...meta, is_truncated: true } }],
    ["meta.continuation_token", { data: [], meta: { ...meta, continuation_token: "abc" } }],
    ["meta.pagination.links.next", { data: [], meta: { ...meta, pagination: { links: { next: "/2" } } } }],
    ["meta.paging.cursors.next", { data: [], meta: { ...meta, paging: { cursors: { next: "b" } } } }],
    ["meta.result_info.total_pages", { data: [{}], meta: { ...meta, result_info: { total_pages: 3 } } }],
  ])("notices %s", (key, envelope) => {
    expect(hint(envelope)).toBe(key);
  });

  it("notices headers", () => {
    expect(hint({ data: [], meta }, { link: '</x>; rel="prev", </y>; rel="next"' })).toBe("the header Link");
    expect(hint({ data: [], meta }, { link: "</y>; rel=next" })).toBe("the header Link");
    expect(hint({ data: [], meta }, { link: '</y?page=2>; rel="last"' })).toBe("the header Link");
    expect(hint({ data: [], meta }, { link: "</y?cursor=abc>" })).toBe("the header Link");
    expect(hint({ data: [], meta }, { link: '</y?a;rel=b>; title="x; rel=prev"; rel="next"' })).toBe(
      "the header Link",
    );
    expect(hint({ data: [{}], meta }, { "x-total-count": "2" })).toBe("the header X-Total-Count");
  });

  it.each([
    ["X-Next-Page", "2"],
    ["X-Next-Cursor", "abc"],
    ["X-Has-More", "true"],
    ["X-Total", "2"],
    ["X-Total-Pages", "2"],
    ["Content-Range", "items 0-0/999"],
    ["X-Pagination", '{"total_pages": 2}'],
  ])("notices the header %s", (name, value) => {
    expect(hint({ data: [{}], meta }, { [name]: value })).toBe(`the header ${name}`);
  });

  it("does not take a count of something else for one of rows", () => {
    const rate = { limit: 1, remaining: 999, count: 999 };
    expect(hint({ data: [{}], meta: { ...meta, rate } }, { "x-has-more": "false" })).toBeUndefined();
    expect(hint({ data: [{}], meta }, { "content-range": "bytes */1", "x-pagination": "{" })).toBeUndefined();
  });

  it("takes the whole for the whole", () => {
    const whole = { ...meta, total: 2, total_pages: 1, has_more: false, next: null, cursor: "", limit: 100 };
    expect(
      hint(
        { data: [{}, {}], meta: whole },
        {
          link: '</?page=1>; rel="self", </?page_size=100&page=1>; rel="last", </a.css?startup=7>; as=style',
          "x-total-count": "2",
        },
      ),
    ).toBeUndefined();
    expect(hint({ data: { id: "grp_1", users: ["usr_1"] }, meta })).toBeUndefined();
    expect(hint([])).toBeUndefined();
    expect(hint(null)).toBeUndefined();
  });
});
