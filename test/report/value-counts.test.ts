import { expect, it } from "vitest";
import { countedPeople } from "../../src/report/view/counted-people.js";

const fact = (workspace: string, member: string) => ({
  workspace,
  member,
  attribute: "role",
  text: "view",
  isOpen: false,
  isUnclear: false,
});

it.each([
  ["one workspace", ["prod", "prod", "prod"], "2 people"],
  ["several", ["prod", "test", "prod"], "2 people in 2 workspaces"],
])("counts somebody once who has a value twice, in %s", (_, [first = "", second = "", third = ""], said) => {
  const facts = [fact(first, "ada"), fact(second, "ada"), fact(third, "bob")];
  const [counted] = countedPeople(facts);
  expect(counted?.items?.[0]).toEqual({ cells: ["role", "view", said] });
});
