import { describe, expect, it } from "vitest";
import { networkFailure } from "../../src/api/transport/network-failure.js";

const systemError = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });

describe("networkFailure", () => {
  it.each([
    ["a refused connection", systemError("ECONNREFUSED", "connect")],
    [
      "both addresses of a host refused",
      Object.assign(new AggregateError([systemError("ECONNREFUSED", "connect")]), { code: "ECONNREFUSED" }),
    ],
    ["an unknown host", systemError("ENOTFOUND", "getaddrinfo")],
    ["a connection that took too long", systemError("ETIMEDOUT", "connect")],
    ["fetch that wraps it", new TypeError("fetch failed", { cause: systemError("ECONNREFUSED", "connect") })],
  ])("knows that nothing was sent: %s", (_, error) => {
    expect(networkFailure(error)).toMatchObject({
      reason: "network",
      mayHaveHappened: false,
      retryable: true,
    });
  });

  it.each([
    ["a reset", systemError("ECONNRESET", "read")],
    ["a route that went away", systemError("EHOSTUNREACH", "read")],
    ["a closed connection", new Error("socket hang up", { cause: systemError("UND_ERR_SOCKET") })],
    ["nothing that is known", "boom"],
  ])("is in doubt about %s", (_, error) => {
    expect(networkFailure(error)).toMatchObject({ mayHaveHappened: true, retryable: true });
  });

  it("does not try a certificate twice", () => {
    for (const code of [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "CERT_HAS_EXPIRED",
    ]) {
      expect(networkFailure(systemError(code))).toMatchObject({ mayHaveHappened: false, retryable: false });
    }
  });

  it("keeps nothing of the error but message and code, and survives one that is its own cause", () => {
    const error = Object.assign(new Error("outer"), { request: { headers: { authorization: "secret" } } });
    error.cause = Object.assign(systemError("ECONNRESET"), { rawPacket: "secret", cause: error });
    const { cause } = networkFailure(error);
    expect(cause).toMatchObject({ code: "ECONNRESET" });
    expect(Object.keys(cause as object)).toEqual(["code"]);
  });
});
