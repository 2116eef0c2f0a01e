import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "./workshop.js";

let workshop: Workshop;
afterEach(() => workshop.close());

/** Plans a file of examples/ and asks the policy what it says. */
async function judge(seed: string, plan: string) {
  workshop = await openWorkshop(seed);
  await workshop.run(`${plan} --out plan.json`, "policy");
  return await workshop.run("node policy.mjs plan.json", "policy");
}

it("lets the quickstart pass", async () => {
  expect(await judge("quickstart/organization.json", "orgform plan --file ../quickstart")).toMatchObject({
    exitCode: 0,
    output: "",
  });
});

it("denies what opens somebody, also where a flag let it pass", async () => {
  workshop = await openWorkshop("default-deny/organization.json");
  await workshop.run("orgform apply --auto-approve", "default-deny");
  const plan = "orgform plan --file ../default-deny/careless.yaml --allow access.opened=2 --out plan.json";
  expect((await workshop.run(plan, "policy")).exitCode).toBe(0);
  expect(await workshop.run("node policy.mjs plan.json", "policy")).toMatchObject({
    exitCode: 1,
    output: [
      "DENY  dan@northwind.example would see everything by region in northwind-prod",
      "DENY  grace@northwind.example would see everything by region in northwind-prod",
    ].join("\n"),
  });
});

it("denies an outsider whom a group will let see something, though nobody's access changes yet", async () => {
  workshop = await openWorkshop("quickstart/organization.json");
  const file = join(workshop.folder, "quickstart", "orgform.yaml");
  const text = readFileSync(file, "utf8")
    .replace("members: [cleo@northwind.example]", "members: [cleo@northwind.example, mallory@evil.example]")
    .replace(
      "    members:\n      eve@",
      "    members:\n      mallory@evil.example: {role: develop}\n      eve@",
    );
  writeFileSync(file, text);
  await workshop.run("orgform plan --file ../quickstart --out plan.json", "policy");
  expect(await workshop.run("node policy.mjs plan.json", "policy")).toMatchObject({
    exitCode: 1,
    output: "DENY  mallory@evil.example is not of this company, and arrives in northwind-prod (Executives)",
  });
});

it("says in words that there is no plan", async () => {
  workshop = await openWorkshop("quickstart/organization.json");
  expect(await workshop.run("node policy.mjs", "policy")).toMatchObject({
    exitCode: 1,
    output: "plan.json is not there. Write it first: orgform plan --out plan.json",
  });
});

it("denies a partial plan, and warns of what applying would undo", async () => {
  const plan =
    "orgform plan --file ../quickstart --base ../quickstart/orgform.yaml --workspace northwind-prod";
  const { exitCode, output } = await judge("quickstart/organization.json", plan);
  expect(exitCode).toBe(1);
  expect(output).toContain("DENY  the plan is not whole");
  expect(output).toContain("WARN  northwind-prod/attributes/region: somebody changed this by hand");
});

it("has the same messages in both languages", async () => {
  workshop = await openWorkshop("quickstart/organization.json");
  const texts = (file: string): string[] => {
    const source = readFileSync(join(workshop.folder, "policy", file), "utf8");
    const messages = [...source.matchAll(/["`]([^"`\n]*(?:%[sd]|\$\{|not whole)[^"`\n]*)["`]/g)];
    return messages
      .map(([, text = ""]) => text.replace(/%[sd]|\$\{[^}]*\}/g, "_"))
      .filter(
        (text) => !text.startsWith("DENY") && !text.startsWith("WARN") && !/orgform plan|^_ _/.test(text),
      )
      .sort();
  };
  expect(texts("plan.rego")).toHaveLength(7);
  expect(texts("policy.mjs")).toEqual(texts("plan.rego"));
});
