import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import type { SandboxSeed } from "../../src/sandbox/store/seed.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

const SEED: SandboxSeed = {
  workspaces: [
    {
      name: "prod",
      definitions: [{ name: "region", data_type: "string" }],
      groups: [
        { name: "West", precedence: 10, members: ["bob@northwind.example"] },
        { name: "East", precedence: 20 },
      ],
      members: [{ email: "ada@northwind.example" }, { email: "bob@northwind.example" }],
    },
  ],
};
const file = (groups: string, members: string) =>
  desiredState(`workspaces: {prod: {groups: ${groups}, members: ${members}}}`);

async function originsOf(now: ReturnType<typeof file>, base?: ReturnType<typeof file>) {
  const sandbox = await startSandbox({ seed: SEED });
  onTestFinished(() => sandbox.close());
  const plan = await planAgainst(clientOf(sandbox), now, base === undefined ? {} : { base });
  return Object.fromEntries(plan.resource_changes.map(({ address, origin }) => [address, origin]));
}

const BOTH = file(
  "{West: {members: [ada@northwind.example, bob@northwind.example]}, East: {members: [bob@northwind.example]}}",
  "{ada@northwind.example: {values: {region: north}}, bob@northwind.example: {}}",
);
const FIRST_OF_ADA = {
  "prod/groups/West/members/ada@northwind.example": "joined",
  "prod/members/ada@northwind.example/values/region": "joined",
};

it("tells first memberships and own values from what somebody else lost, without a base", async () => {
  expect(await originsOf(BOTH)).toEqual({
    ...FIRST_OF_ADA,
    "prod/groups/East/members/bob@northwind.example": undefined,
  });
});

it("tells them from drift, with a base", async () => {
  expect(await originsOf(BOTH, BOTH)).toEqual({
    ...FIRST_OF_ADA,
    "prod/groups/East/members/bob@northwind.example": "drift",
  });
});

it("leaves to the edit what the edit adds, and to a group that is to come what waits for the group", async () => {
  const added = file(
    "{West: {members: [ada@northwind.example, bob@northwind.example]}, North: {precedence: 30, members: [ada@northwind.example]}}",
    "{ada@northwind.example: {}}",
  );
  const before = file("{West: {members: [bob@northwind.example]}}", "{ada@northwind.example: {}}");
  expect(new Set(Object.values(await originsOf(added, before)))).toEqual(new Set(["intent"]));
  expect(await originsOf(added)).toMatchObject({
    "prod/groups/West/members/ada@northwind.example": "joined",
    "prod/groups/North/members/ada@northwind.example": undefined,
  });
});

it("says nothing of people whom the file does not invite, unless the base had them in the group", async () => {
  const now = file("{West: {members: [ada@northwind.example, bob@northwind.example]}}", "{}");
  const address = "prod/groups/West/members/ada@northwind.example";
  expect(await originsOf(now)).toEqual({ [address]: undefined });
  expect(await originsOf(now, now)).toEqual({ [address]: "joined" });
});
