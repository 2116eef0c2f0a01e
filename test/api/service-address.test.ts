import { describe, expect, it } from "vitest";
import { resolveServiceAddress } from "../../src/api/service-address.js";

type AddressSources = Parameters<typeof resolveServiceAddress>[0];

const address = (sources: AddressSources) => {
  const found = resolveServiceAddress(sources);
  return "baseUrl" in found ? found.baseUrl : found.code;
};

describe("resolveServiceAddress", () => {
  it("takes flag before environment before base_url before region", () => {
    const sources = {
      flag: "https://flag.example/api",
      environment: "https://environment.example/api",
      base_url: "https://file.example/api",
      region: "eu",
    } as const;
    expect(address(sources)).toBe("https://flag.example/api");
    expect(address({ ...sources, flag: undefined })).toBe("https://environment.example/api");
    expect(address({ base_url: sources.base_url, region: "eu" })).toBe("https://file.example/api");
  });

  it("knows each region's https address", () => {
    const [us, eu] = [address({ region: "us" }), address({ region: "eu" })];
    expect(us).toMatch(/^https:\/\/.+[^/]$/);
    expect(eu).toMatch(/^https:\/\/eu.+[^/]$/);
  });

  it("has no default", () => {
    expect(address({})).toBe("missing-key");
    expect(address({ flag: "" })).toBe("missing-key");
  });

  it("lets plain http go to this machine only", () => {
    for (const host of ["127.0.0.1:80", "127.9.9.9", "localhost:8080", "[::1]:3000"]) {
      expect(address({ flag: `http://${host}/api/v2/` })).toMatch(/^http:.*\/api\/v2$/);
    }
    for (const host of ["service.example", "127.0.0.1.example", "localhost.example", "10.0.0.1", "[::2]"]) {
      expect(address({ flag: `http://${host}/` })).toBe("address-insecure");
    }
  });

  it.each([
    "no address",
    "ftp://service.example",
    "https://me:secret@service.example",
    "https://service.example/?key=1",
    "https://service.example/#here",
  ])("refuses %s without repeating it", (flag) => {
    expect(address({ flag })).toBe("invalid-value");
    expect(JSON.stringify(resolveServiceAddress({ flag }))).not.toContain("secret");
  });
});
