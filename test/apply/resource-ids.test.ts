import { expect, it } from "vitest";
import { ApiError } from "../../src/api/call/api-error.js";
import type { Client } from "../../src/api/operations.js";
import { createResourceIds } from "../../src/apply/resource-ids.js";

it("looks the built-in group of a new workspace up once, and again only where that failed", async () => {
  let asked = 0;
  const client = {
    listGroups: () => {
      asked += 1;
      if (asked === 1)
        return Promise.reject(
          new ApiError({ reason: "network", method: "GET", path: "/groups", detail: "failed" }),
        );
      return Promise.resolve({ data: [{ id: "grp_all", is_all_users: true }], warnings: [] });
    },
  } as unknown as Client; // What is used of a group.
  const resourceIds = createResourceIds(client, [["prod", "ws"]]);
  const all = "prod/groups/All Users";
  await expect(resourceIds.groupIdOf(all)).rejects.toThrow("failed");
  expect(await Promise.all([resourceIds.groupIdOf(all), resourceIds.groupIdOf(all)])).toEqual([
    "grp_all",
    "grp_all",
  ]);
  expect(await resourceIds.groupIdOf(all)).toBe("grp_all");
  expect(asked).toBe(2);
});
