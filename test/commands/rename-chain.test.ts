import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const file = (groups: string) =>
  `version: 1\norganization: {id: org_northwind}\nworkspaces:\n  prod:\n    attributes: {region: {data_type: string}}\n    groups: {All Users: {values: {region: none-of-it}}, ${groups}}\n`;
const WEST = "{precedence: 10, values: {region: west}, members: [admin@northwind.example]";
const EAST = "{precedence: 20, values: {region: east}, members: []";

it.each([
  [
    "a chain",
    `B: ${WEST}, previously: [A]}, C: ${EAST}, previously: [B]}`,
    'In the first, rename only "B" to "C", and keep "A" under its old name.',
  ],
  ["a swap", `B: ${WEST}, previously: [A]}, A: ${EAST}, previously: [B]}`, "These renames form a circle."],
  [
    "a new group of the old name",
    `B: {precedence: 5}, C: ${EAST}, previously: [B]}`,
    'If "B" is a new group,',
  ],
])("says how %s of renames is done", async (_, groups, advice) => {
  const folder = await openFolder();
  await folder.write("orgform.yaml", file(groups));
  const { stdout, stderr, exitCode } = await orgform(["validate"], { cwd: folder.path("") });
  expect((stdout + stderr).replace(/\s+/g, " ")).toContain(advice);
  expect(exitCode).toBe(1);
});

it("a chain of renames takes the two applies that the message names, and changes nobody's access", async () => {
  const folder = await openFolder();
  const run = async (...args: string[]) => {
    const cwd = folder.path("");
    const { stdout, exitCode } = await orgform([...args, "--sandbox", "org.json"], { cwd });
    return { stdout, exitCode };
  };
  const apply = async (groups: string, receipt: string) => {
    await folder.write("orgform.yaml", file(groups));
    return (await run("apply", "--auto-approve", "--receipt", receipt)).stdout;
  };
  const explain = async () => (await run("who", "admin@northwind.example")).stdout;

  const start = `A: ${WEST}}, B: ${EAST}}`;
  await apply(start, "0.json");
  await apply(start, "0b.json");
  expect(await explain()).toContain("west        A, precedence 10");

  expect(await apply(`A: ${WEST}}, C: ${EAST}, previously: [B]}`, "1.json")).toContain("0 people change");
  expect(await apply(`B: ${WEST}, previously: [A]}, C: ${EAST}}`, "2.json")).toContain("0 people change");
  expect(await explain()).toContain("west        B, precedence 10");
});
