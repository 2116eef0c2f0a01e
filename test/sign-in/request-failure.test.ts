import { describe, expect, test } from "vitest";
import { requestFailure } from "../../src/sign-in/verify/request-failure.js";

const refused = (error_description: string): Error =>
  Object.assign(new Error("refused"), { error: "invalid_request", error_description, status: 400 });

describe("a code of the identity provider is shown raw, with a hint:", () => {
  test.each([
    ["7000215", /Secret ID/],
    ["7000222", /expired/],
    ["65001", /admin consent/],
    ["90094", /admin/],
    ["650057", /API permissions/],
    // A token for itself is given for the client id only; 90008 is about Graph (Entra's reference of error codes).
    ["90008", /Graph's delegated permission User\.Read/],
    ["90009", /has to ask by its client id, not by/],
    ["54005", /redeemed already.*--loopback/],
    ["70008", /expired/],
    ["501481", /another run/],
    ["50105", /assign them/],
    ["53003", /Conditional Access/],
    ["50076", /second factor/],
    ["650056", /User\.Read/],
    ["700054", /step 5/],
    ["1002012", /\/\.default/],
    ["50011", /app_url/],
    ["9002326", /single-page/],
    ["9002327", /single-page/],
    ["700025", /single-page/],
    ["7000218", /single-page/],
    ["700016", /client_id/],
    ["90002", /tenant_id/],
    ["70011", /scope/],
  ])("AADSTS%s", async (digits, hint) => {
    const finding = await requestFailure("Asking", refused(`AADSTS${digits}: No. Trace ID: 1`), []);
    expect(finding).toMatchObject({ name: `AADSTS${digits}`, code: "sign-in-request", severity: "error" });
    expect(finding.detail).toMatch(hint);
    expect(finding.detail).toContain(`AADSTS${digits}: No. Trace ID: 1`);
  });

  test("an unknown one is shown all the same", async () => {
    expect((await requestFailure("Asking", refused("AADSTS123456: No."), [])).name).toBe("AADSTS123456");
  });
});

test("what the provider says is cut, kept on one line, and rid of secrets", async () => {
  const { detail } = await requestFailure("Asking", refused(`s3cret\r\n\u001b[2J${"x".repeat(5000)}`), [
    "s3cret",
    "",
  ]);
  expect(detail).not.toContain("s3cret");
  expect(detail).not.toMatch(/\p{Cc}/u);
  expect(detail.length).toBeLessThan(800);
});

test("a page instead of an answer gives its status, not its text", async () => {
  const error = Object.assign(new Error("x"), { cause: new Response("<html>sorry</html>", { status: 502 }) });
  const { detail } = await requestFailure("Asking", error, []);
  expect(detail).toBe("Asking failed (HTTP 502).");
});

test("a secret is withheld however it is spelt", async () => {
  const secret = `x8Q~a'b!(c) d"é`;
  const body = new URLSearchParams({ client_secret: secret }).toString();
  const said = `${body} ${encodeURIComponent(secret)} ${JSON.stringify(secret)} ${body.toLowerCase()}`;
  const { detail } = await requestFailure("Asking", refused(said), [secret]);
  expect(detail.match(/\(withheld\)/g)).toHaveLength(4);
  expect(detail).not.toMatch(/x8q/i);
});
