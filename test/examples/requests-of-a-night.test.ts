import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openWorkshop } from "./workshop.js";

/** The file of an organization: in each workspace groups with values and people, all of them with values of their own. */
function organization(workspaces: number, groups: number, people: readonly string[]): string {
  const ofGroups = Array.from(
    { length: groups },
    (_, i) =>
      `      Team ${i}: {precedence: ${10 * (i + 1)}, values: {region: r${i}}, members: [${people.join(", ")}]}\n`,
  );
  const ofPeople = people.map((email) => `      ${email}: {role: explore, values: {region: own}}\n`);
  const workspace = `    attributes:\n      region: {data_type: string, label: Region}\n    groups:\n${ofGroups.join("")}    members:\n      admin@northwind.example: {}\n${ofPeople.join("")}`;
  const all = Array.from({ length: workspaces }, (_, i) => `  w${i}:\n${workspace}`);
  return `version: 1\norganization: {id: org_x, name: X}\nworkspaces:\n${all.join("")}`;
}

it("a night costs as many requests as examples/many-organizations/README.md computes", async () => {
  const [workspaces, groups, people] = [3, 5, ["ada@northwind.example", "bob@northwind.example"]];
  const world = {
    organization: { id: "org_x", name: "X" },
    users: [{ email: "admin@northwind.example", organization_admin: true }],
    workspaces: Array.from({ length: workspaces }, (_, i) => ({
      name: `w${i}`,
      members: people.map((email) => ({ email, role: "explore" })),
    })),
  };
  const other = await openWorkshop(world);
  writeFileSync(join(other.folder, "orgform.yaml"), organization(workspaces, groups, people));
  const applied = await other.run("orgform apply --auto-approve", ".");
  expect(applied.exitCode, applied.output).toBe(0);
  const before = other.sandbox.log().length;
  expect((await other.run("orgform drift", ".")).exitCode).toBe(0);
  const log = other.sandbox.log().slice(before);
  expect((await other.run("orgform snapshot --out s.json", ".")).exitCode).toBe(0);
  const ofSnapshot = other.sandbox.log().slice(before + log.length);
  expect((await other.run("orgform drift --live s.json", ".")).exitCode).toBe(0);
  expect(other.sandbox.log()).toHaveLength(before + log.length + ofSnapshot.length);
  await other.close();
  expect(log).toHaveLength(2 + workspaces * (4 + groups + people.length));
  // The built-in group and the administrator are read, too.
  expect(ofSnapshot).toHaveLength(2 + workspaces * (4 + (groups + 1) + (people.length + 1)));
  const ofGroups = log.filter(({ path }) => /\/groups\/[^/]+\/user_attributes$/.test(path));
  expect(ofGroups).toHaveLength(workspaces * groups);
});
