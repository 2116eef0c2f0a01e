import { expect, it } from "vitest";
import { apiDiagnostic } from "../../src/api/api-diagnostic.js";
import { ApiError } from "../../src/api/call/api-error.js";

type ApiFailure = ConstructorParameters<typeof ApiError>[0];

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

it("keeps the fields of the service's error for programs, and shows its plain facts", () => {
  const service = {
    status_code: 403,
    error_code: "TERMS_REQUIRED",
    error_metadata: { accept_at: "https://app.northwind.example/terms", versions: { old: 1 } },
  };
  const diagnostic = apiDiagnostic(
    failed({
      reason: "forbidden",
      status: 403,
      errorCode: "TERMS_REQUIRED",
      detail: "answered 403 (TERMS_REQUIRED)",
      service,
    }),
  );
  expect(diagnostic.service).toEqual(service);
  expect(diagnostic.detail).toContain("answered 403 (TERMS_REQUIRED)");
  expect(diagnostic.detail).toContain(" It adds: accept_at = https://app.northwind.example/terms. ");
  expect(apiDiagnostic(failed({ status: 502 })).service).toEqual({ status_code: 502 });
  expect(apiDiagnostic(failed({ reason: "network" })).service).toBeUndefined();
});
