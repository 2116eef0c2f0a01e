import { expect, it } from "vitest";
import { apiDiagnostic } from "../../src/api/api-diagnostic.js";
import { ApiError, type ApiFailure } from "../../src/api/api-error.js";

const failed = (facts: Partial<ApiFailure>) =>
  new ApiError({ reason: "rejected", method: "POST", path: "/workspaces", detail: "answered 400", ...facts });

it("says what happened in the service's words, and what to do", () => {
  const diagnostic = apiDiagnostic(failed({ messages: ["too long"] }));
  expect(diagnostic.detail).toMatch(/^POST \/workspaces answered 400: too long\. /);
});

it("says when it may have had its effect all the same", () => {
  expect(apiDiagnostic(failed({ reason: "timeout", mayHaveHappened: true })).detail).toMatch(
    /may have had its effect/,
  );
  expect(apiDiagnostic(failed({ reason: "timeout" })).detail).not.toMatch(/may have had its effect/);
});

it("explains SSO_REQUIRED by itself, and a code that nobody knows by its reason", () => {
  expect(apiDiagnostic(failed({ reason: "forbidden", errorCode: "SSO_REQUIRED" })).summary).toMatch(
    /single sign-on/,
  );
  expect(apiDiagnostic(failed({ reason: "forbidden", errorCode: "NEW" })).summary).toBe(
    apiDiagnostic(failed({ reason: "forbidden" })).summary,
  );
});
