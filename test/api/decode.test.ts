import { describe, expect, it } from "vitest";
import { decodeAnswer } from "../../src/api/decode.js";
import { ENDPOINTS } from "../../src/model/generated/service.js";

const group = {
  id: "grp_1",
  workspace_id: "ws_1",
  name: "Sales",
  is_all_users: false,
  user_attribute_precedence: 1,
  users: [],
};
const invite = {
  id: "invite_1",
  workspace_id: "ws_1",
  email: "ada@northwind.example",
  role: "view",
  invite_url: "https://service.example/join/secret",
  created_date: "2026-01-01 00:00:00",
};
const success = { status: "success", errors: [], warnings: [] };
const failure = (message: string, more: object = {}) => ({
  meta: { status: "error", errors: [{ message, ...more }] },
});

function decode(
  name: keyof typeof ENDPOINTS,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return decodeAnswer(ENDPOINTS[name], {
    status,
    text,
    headers: new Headers({ "content-type": "application/json", ...headers }),
  });
}

describe("a success", () => {
  it("keeps known fields and warnings, and drops the rest", () => {
    const data = [{ ...group, mood: "good", ["__proto__"]: { evil: true } }];
    const meta = { ...success, warnings: [{ message: "two groups share a precedence" }], trace: "abc" };
    expect(decode("listGroups", { data, meta, trace: 1 })).toEqual({
      data: [group],
      warnings: ["two groups share a precedence"],
    });
  });

  it("never lets an invite's URL through", () => {
    const one = decode("createInvite", { data: invite, meta: success }, 201);
    const list = decode("listInvites", { data: [invite], meta: success });
    expect(one).toMatchObject({ data: { id: "invite_1" } });
    expect(list).toMatchObject({ data: [{ id: "invite_1" }] });
    expect(JSON.stringify([one, list])).not.toContain("secret");
  });

  it("carries roles and identity providers that nobody knows yet", () => {
    const data = [{ ...invite, role: "conductor" }];
    expect(decode("listInvites", { data, meta: success })).toMatchObject({ data: [{ role: "conductor" }] });
  });

  it("has no body where none is promised", () => {
    expect(decode("deleteGroup", "", 204)).toEqual({ data: undefined, warnings: [] });
  });
});

describe("an answer that cannot be relied on", () => {
  const whole = JSON.stringify({ data: [group], meta: success });
  it.each<[string, unknown, number?, Record<string, string>?]>([
    ["an empty body", ""],
    ["half a body", whole.slice(0, whole.length / 2)],
    ["a gateway's page", "<!DOCTYPE html>", 200, { "content-type": "text/html" }],
    ["JSON by another name", whole, 200, { "content-type": "text/plain" }],
    ["no content type", whole, 200, { "content-type": "" }],
    ["null", null],
    ["a list without an envelope", [group]],
    ["no meta", { data: [group] }],
    ["no data", { meta: success }],
    ["data that is null", { data: null, meta: success }],
    ["data that is no list", { data: group, meta: success }],
    ["a row without its id", { data: [{ ...group, id: undefined }], meta: success }],
    ["a row of another type", { data: [{ ...group, user_attribute_precedence: "1" }], meta: success }],
    ["an error without an error", { meta: { status: "error", errors: [] } }, 200],
    ["a success without a status", { data: [group], meta: {} }],
    ["a success under a status of error", { data: [group], meta: success }, 404],
    ["a part of the content", whole, 206],
    ["accepted for later", whole, 202],
    ["no content", "", 204],
  ])("is malformed: %s", (_, body, status, headers) => {
    expect(decode("listGroups", body, status, headers)).toMatchObject({ reason: "malformed-response" });
  });

  it("is malformed: a body where none is promised", () => {
    expect(decode("deleteGroup", { meta: success }, 200)).toMatchObject({ reason: "malformed-response" });
  });

  it("is incomplete when it hints at more, whatever its shape", () => {
    const meta = { ...success, has_more: true };
    expect(decode("listGroups", { data: [group], meta })).toMatchObject({
      reason: "incomplete",
      retryable: false,
    });
    // A list in an object is none that the service describes.
    expect(decode("listGroups", { data: { items: [group], next: "/2" }, meta: success })).toMatchObject({
      reason: "malformed-response",
    });
  });

  it("never repeats a body", () => {
    const answers = [
      decode("listGroups", { data: [{ ...group, id: 7, name: "hush" }], meta: success }),
      decode("listGroups", '{"data": "hush'),
    ];
    expect(JSON.stringify(answers)).not.toContain("hush");
  });
});

describe("a refusal", () => {
  it.each([
    [400, "rejected"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not-found"],
    [405, "rejected"],
    [408, "timeout"],
    [409, "conflict"],
    [422, "rejected"],
    [429, "rate-limited"],
    [500, "unavailable"],
    [503, "unavailable"],
  ])("of %i is %s, in the service's words", (status, reason) => {
    expect(decode("createGroup", failure("because"), status)).toMatchObject({
      reason,
      status,
      messages: ["because"],
      mayHaveHappened: status === 408 || status >= 500,
    });
  });

  it.each([
    [401, "unauthorized"],
    [408, "timeout"],
    [429, "rate-limited"],
    [502, "unavailable"],
    [400, "malformed-response"],
    [403, "malformed-response"],
    [404, "malformed-response"],
    [409, "malformed-response"],
  ])("of %i without the envelope is %s", (status, reason) => {
    const answer = decode("deleteGroup", "<html>hush</html>", status, { "content-type": "text/html" });
    expect(answer).toMatchObject({ reason });
    expect(JSON.stringify(answer)).not.toContain("hush");
  });

  it("is one under a status of success, too: with the status that it names, and at once", () => {
    const sso = failure("sign in", { error_code: "SSO_REQUIRED" });
    for (const [name, status] of [
      ["getMe", 200],
      ["createGroup", 201],
      ["deleteGroup", 200],
      ["listGroups", 202],
    ] as const) {
      expect(decode(name, { data: null, ...sso }, status)).toMatchObject({
        reason: "forbidden",
        status,
        detail: `answered ${status} with an error (SSO_REQUIRED)`,
        messages: ["sign in"],
        service: { status_code: 403, error_code: "SSO_REQUIRED" },
        mayHaveHappened: false,
        retryable: false,
      });
    }
    expect(decode("createGroup", failure("taken", { status_code: 409 }), 200)).toMatchObject({
      reason: "conflict",
      mayHaveHappened: false,
    });
    expect(decode("createGroup", failure("boo"), 200)).toMatchObject({
      reason: "rejected",
      mayHaveHappened: true,
      retryable: false,
    });
    expect(decode("getMe", failure("busy", { status_code: 503 }), 200)).toMatchObject({
      reason: "unavailable",
      retryable: false,
    });
  });

  it("keeps every field of the service's error, whatever its type", () => {
    const more = {
      occurred_at: "2026-11-23T10:00:00Z",
      error_code: null,
      error_metadata: "see manual",
      trace: [7],
    };
    expect(decode("getMe", failure("no", more), 400)).toMatchObject({
      service: {
        status_code: 400,
        occurred_at: "2026-11-23T10:00:00Z",
        error_metadata: "see manual",
        trace: [7],
      },
    });
  });

  it("keeps all of several errors, each with its own code", () => {
    const first = { message: "first", error_code: null };
    const second = { message: "second", error_code: "B", error_metadata: { limit: 3 } };
    const third = { message: "third", error_code: "C" };
    const answer = { meta: { status: "error", errors: [first, second, third] } };
    expect(decode("getMe", answer, 400)).toMatchObject({
      detail: "answered 400",
      messages: ["first", "second (B)", "third (C)"],
      errorCode: "B",
      service: { status_code: 400, error_code: "B", errors: [{ message: "first" }, second, third] },
    });
    const sso = { message: "sign in", error_code: "SSO_REQUIRED" };
    expect(decode("getMe", { meta: { status: "error", errors: [third, sso] } }, 403)).toMatchObject({
      errorCode: "SSO_REQUIRED",
      retryable: false,
    });
  });

  it("carries the service's own code, also one that nobody knows", () => {
    expect(decode("getMe", failure("sign in", { error_code: "SSO_REQUIRED" }), 403)).toMatchObject({
      errorCode: "SSO_REQUIRED",
    });
    expect(
      decode("getMe", failure("hm", { error_code: "NEW", error_metadata: { a: 1 } }), 400),
    ).toMatchObject({
      errorCode: "NEW",
      detail: "answered 400 (NEW)",
    });
    expect(decode("getMe", failure("hm", { error_code: null }), 400)).toMatchObject({ errorCode: undefined });
  });

  it("says how long to wait", () => {
    const wait = (status: number, headers: Record<string, string>) => {
      const answer = decode("getMe", failure("wait"), status, headers);
      return "retryAfterSeconds" in answer ? answer.retryAfterSeconds : undefined;
    };
    const date = "Wed, 21 Oct 2026 07:28:00 GMT";
    const later = "Wed, 21 Oct 2026 07:28:30 GMT";
    expect(wait(429, { "x-ratelimit-reset": "17" })).toBe(17);
    expect(wait(429, { "x-ratelimit-reset": "17", "retry-after": "5" })).toBe(17);
    expect(wait(503, { "retry-after": "5" })).toBe(5);
    expect(wait(503, { "x-ratelimit-reset": "17" })).toBeUndefined();
    expect(wait(429, { "retry-after": later, date })).toBe(30);
    expect(wait(429, { "x-ratelimit-reset": "soon" })).toBeUndefined();
    expect(wait(429, { "x-ratelimit-reset": "-1" })).toBeUndefined();
  });

  it("keeps a few of many messages", () => {
    const errors = Array.from({ length: 100 }, () => ({ message: "x" }));
    const answer = decode("getMe", { meta: { status: "error", errors } }, 400);
    expect(answer).toMatchObject({ messages: ["x", "x", "x", "x", "x"] });
  });
});
