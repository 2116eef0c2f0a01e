import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/api/call/api-error.js";
import { LONGEST_WAIT_MS, retryDelay } from "../../src/api/schedule/retry.js";

type ApiFailure = ConstructorParameters<typeof ApiError>[0];

const failed = (facts: Partial<ApiFailure>) =>
  new ApiError({ reason: "unavailable", method: "GET", path: "/me", detail: "failed", ...facts });

describe("retryDelay", () => {
  it("doubles up to half a minute, the upper half at random", () => {
    const error = failed({ reason: "rate-limited" });
    expect([1, 2, 3].map((attempt) => retryDelay(error, attempt, 0))).toEqual([125, 250, 500]);
    expect([1, 2, 3].map((attempt) => retryDelay(error, attempt, 0.5))).toEqual([187.5, 375, 750]);
    expect(retryDelay(error, 9, 1)).toBe(30_000);
  });

  it("waits as long as the service asks, but not for ever", () => {
    expect(retryDelay(failed({ retryAfterSeconds: 60 }), 1, 0.5)).toBe(60_000);
    expect(retryDelay(failed({ retryAfterSeconds: 0 }), 1, 0)).toBe(125);
    expect(retryDelay(failed({ retryAfterSeconds: LONGEST_WAIT_MS / 1000 }), 1, 0)).toBe(LONGEST_WAIT_MS);
    expect(retryDelay(failed({ retryAfterSeconds: LONGEST_WAIT_MS / 1000 + 1 }), 1, 0)).toBeUndefined();
  });

  it("gives up after a bounded number of attempts", () => {
    const attempts = (error: ApiError) => {
      let attempt = 1;
      while (retryDelay(error, attempt, 0) !== undefined) attempt += 1;
      return attempt;
    };
    expect(attempts(failed({}))).toBe(6);
    expect(attempts(failed({ reason: "rate-limited" }))).toBe(10);
  });

  it.each(["rate-limited", "unavailable", "timeout", "network", "malformed-response"] as const)(
    "repeats a GET, PATCH and DELETE after %s",
    (reason) => {
      for (const method of ["GET", "PATCH", "DELETE"]) {
        expect(retryDelay(failed({ reason, method, mayHaveHappened: true }), 1, 0)).toBe(125);
      }
      expect(retryDelay(failed({ reason, retryable: false }), 1, 0)).toBeUndefined();
    },
  );

  it.each([
    "unauthorized",
    "forbidden",
    "not-found",
    "conflict",
    "rejected",
    "incomplete",
    "interrupted",
  ] as const)("never repeats after %s", (reason) => {
    expect(retryDelay(failed({ reason }), 1, 0)).toBeUndefined();
  });

  it("repeats a POST only when it surely did not run", () => {
    for (const reason of ["rate-limited", "network"] as const) {
      expect(retryDelay(failed({ reason, method: "POST" }), 1, 0)).toBe(125);
      expect(retryDelay(failed({ reason, method: "POST", mayHaveHappened: true }), 1, 0)).toBeUndefined();
    }
  });
});
