import { expect, it, onTestFinished } from "vitest";
import { applyPlan } from "../../src/apply/apply-plan.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

async function openSandbox() {
  const groups = ["A", "B", "C"].map((name, i) => ({ name, precedence: 10 + i }));
  const sandbox = await startSandbox({ seed: { workspaces: [{ name: "prod", groups }] } });
  onTestFinished(() => sandbox.close());
  const names = () => sandbox.state().workspaces[0]?.groups?.map(({ name }) => name);
  return { client: clientOf(sandbox), names };
}

it("carries nothing out that a guard refused", async () => {
  const { client, names } = await openSandbox();
  const before = names();
  const plan = await planAgainst(
    client,
    desiredState("workspaces: {prod: {exact: {groups: true}, groups: {}}}"),
  );
  expect(plan.outcome).toBe("refused");
  await expect(applyPlan(plan, client).next()).rejects.toThrow("refused");
  expect(names()).toEqual(before);
});

it("writes once, however often its events are listened to", async () => {
  const { client, names } = await openSandbox();
  const before = names() ?? [];
  const plan = await planAgainst(
    client,
    desiredState("workspaces: {prod: {groups: {New: {precedence: 50}}}}"),
  );
  const events = applyPlan(plan, client);
  for await (const { type } of events) if (type === "apply_complete") break;
  for await (const { type } of events) expect(type).toBe("none is left");
  expect(names()).toEqual([...before, "New"]);
});
