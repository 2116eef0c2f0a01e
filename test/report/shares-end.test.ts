import { expect, it } from "vitest";
import { planIn } from "../support/plan-against.js";
import { planHtml, planMarkdown, planText } from "../support/plan-formats.js";

it("says at the deletion of a group that its shares end, in every format, and nowhere else", async () => {
  const seed = { workspaces: [{ name: "prod", groups: [{ name: "Old", precedence: 1, values: {} }] }] };
  const shares = "shares of dashboards, folders and agents with this group end";
  const shown = async (file: string) => {
    const plan = await planIn(seed, `workspaces: {prod: {groups: {${file}}}}`);
    return [planText(plan, { width: 200, color: false }), planMarkdown(plan), planHtml(plan)];
  };
  for (const text of await shown("Old: {state: absent}")) expect(text).toContain(shares);
  for (const text of await shown("Old: {members: []}, New: {precedence: 2}"))
    expect(text).not.toContain(shares);
});
