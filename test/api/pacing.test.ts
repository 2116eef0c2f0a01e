import { beforeEach, describe, expect, it } from "vitest";
import { createPacer } from "../../src/api/schedule/pacing.js";

type Pacer = ReturnType<typeof createPacer>;

const limits = (remaining: number, resetSeconds: number) => ({
  limit: 5,
  remaining,
  resetSeconds,
  retryAfterSeconds: undefined,
});

describe("createPacer", () => {
  let time = 0;
  let pacer: Pacer;
  beforeEach(() => {
    time = 1_000;
    pacer = createPacer(() => time);
  });
  const admit = (endpoint = "listGroups") => pacer.admit(endpoint);

  it("lets everything through while no limit is known", () => {
    expect([admit(), admit(), admit()]).toEqual([0, 0, 0]);
    pacer.observe("listGroups", { ...limits(0, 9), resetSeconds: undefined });
    expect(admit()).toBe(0);
  });

  it("stops before the limit is hit, until the window resets", () => {
    pacer.observe("listGroups", limits(2, 10));
    expect([admit(), admit(), admit()]).toEqual([0, 0, 10_000]);
    time += 4_000;
    expect(admit()).toBe(6_000);
    time += 6_000;
    expect([1, 2, 3, 4, 5, 6].map(() => admit())).toEqual([0, 0, 0, 0, 0, 10_000]);
  });

  it("counts requests under way: a late answer of the same window gives nothing back", () => {
    pacer.observe("listGroups", limits(2, 10));
    admit();
    admit();
    pacer.observe("listGroups", limits(1, 10));
    expect(admit()).toBe(10_000);
  });

  it("believes an answer that knows of fewer: somebody else uses the token", () => {
    pacer.observe("listGroups", limits(4, 10));
    pacer.observe("listGroups", limits(0, 9));
    expect(admit()).toBe(9_000);
  });

  it("takes up a new window as soon as an answer comes from it", () => {
    pacer.observe("listGroups", limits(0, 3));
    pacer.observe("listGroups", limits(4, 60));
    expect(admit()).toBe(0);
  });

  it("keeps endpoints apart, and blocks one that has refused", () => {
    pacer.block("listGroups", 7_000);
    expect(admit()).toBe(7_000);
    expect(admit("listMembers")).toBe(0);
    time += 7_000;
    expect(admit()).toBe(0);
  });
});
