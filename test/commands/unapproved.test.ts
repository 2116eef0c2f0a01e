import { expect, it } from "vitest";
import { run } from "../../src/cli/run.js";
import { testContext } from "../support/context.js";
import { openFolder } from "./folder.js";

it.each([undefined, true] as const)(
  "asks nothing in JSON, and shows the plan: a terminal %s",
  async (isTTY) => {
    const folder = await openFolder();
    const file = await folder.write(
      "orgform.yaml",
      "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {West: {precedence: 1}}}}\n",
    );
    const argv = ["apply", "--format", "json", "--sandbox", "-f", file];
    const { context, stdout } = testContext({ stdin: "yes\n", ...(isTTY && { isTTY }) });
    expect(await run({ argv, context, interruptedBy: () => undefined })).toBe(3);
    const events = stdout()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.filter(({ type }) => type === "planned_change").map(({ address }) => address)).toEqual([
      "prod",
      "prod/groups/West",
    ]);
    expect(events.at(-2)).toMatchObject({ diagnostic: { summary: "Nobody approved this plan" } });
    expect(events.at(-1)).toMatchObject({ outcome: "refused", steps: { done: 0, not_started: 2 } });
  },
);
