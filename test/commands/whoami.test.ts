import { expect, it } from "vitest";
import { whoami } from "../../src/commands/whoami.js";
import { testContext } from "../support/context.js";
import { openFolder } from "./folder.js";
import { openNorthwind } from "./northwind.js";

type WhoamiOptions = Parameters<typeof whoami>[1];

async function run(token: string, options: WhoamiOptions = {}, file?: string, secondsAhead = 0) {
  const { url, log } = await openNorthwind();
  const test = testContext({ sandbox: { url, token } });
  // The service says the time of this machine, when it answers.
  const now = () => new Date(Date.now() + 1_000 * secondsAhead);
  const given = file === undefined ? {} : { file: [await (await openFolder()).write("orgform.yaml", file)] };
  const outcome = await whoami({ ...test.context, now }, { ...given, ...options });
  return { outcome, text: test.stdout(), url, log };
}

const head = "version: 1\norganization: {id: org_northwind}\n";

it("says what an organization admin's token reaches, with two requests", async () => {
  const { outcome, text, url, log } = await run("org-token");
  expect(outcome).toBe("ok");
  expect(text).toMatch(/Organization +Northwind \(org_northwind\)\nUser +usr_nora\n/);
  expect(text).toMatch(/Workspaces +prod \(ws_prod\)\n +lab \(ws_lab\)\n/);
  expect(text).toContain(url);
  expect(text).toMatch(/Rate limit +999999 of 1000000 requests left/);
  expect(text).toContain("in step with the service's");
  expect(log()).toHaveLength(2);
});

it("tells facts as JSON, and how far the clocks are apart", async () => {
  const { text, url } = await run("lab-token", { format: "json" }, undefined, 90);
  const report = JSON.parse(text);
  expect(report).toMatchObject({
    outcome: "ok",
    token_scope: "admin",
    workspaces: [{ id: "ws_lab", name: "lab" }],
    service: { base_url: url, region: null, proxy: null },
    rate_limit: { limit: 1_000_000 },
    file: null,
  });
  expect(report.clock_ahead_seconds).toBeGreaterThan(80);
  expect(JSON.stringify(report)).not.toContain("lab-token");
});

it.each([
  ["a workspace to create", "org-token", "workspaces: {new: {}}", "ok", []],
  ["a workspace to create", "lab-token", "workspaces: {new: {}}", "refused", ["workspace-not-visible"]],
  [
    "a workspace to archive",
    "lab-token",
    "workspaces: {lab: {state: absent}}",
    "refused",
    ["workspace-not-visible"],
  ],
  [
    "a pin that leads nowhere",
    "org-token",
    "workspaces: {lab: {id: ws_none}}",
    "refused",
    ["workspace-not-visible"],
  ],
  [
    "a setting out of sight",
    "lab-token",
    "workspaces: {lab: {provision_by_default: true}}",
    "ok",
    ["unsupported"],
  ],
])("answers whether the token does for %s (%s)", async (_, token, workspaces, outcome, codes) => {
  const result = await run(token, { format: "json" }, `${head}${workspaces}\n`);
  expect(result.outcome).toBe(outcome);
  const { file } = JSON.parse(result.text);
  expect(file.fits).toBe(outcome === "ok");
  expect(file.problems.map(({ code }: { code: string }) => code)).toEqual(codes);
});

it("is refused for another organization, and still says whose token it is", async () => {
  const { outcome, text } = await run("org-token", {}, "version: 1\norganization: {id: org_other}\n");
  expect(outcome).toBe("refused");
  expect(text).toContain("Northwind (org_northwind)");
  expect(text).toContain("This token is not sufficient for the file.");
  expect(text).toContain("The token belongs to another organization");
});
