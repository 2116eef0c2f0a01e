import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

it.each([
  ["junit", /<failure type="check-mfa" message="ada@northwind\.example has no multi-factor authentication">/],
  ["sarif", /"ruleId": "check-mfa",\s+"ruleIndex": \d+,\s+"level": "error"/],
])("a plan gives what its checks found as %s, and a check called an error refuses", async (format, says) => {
  const members = [{ email: "ada@northwind.example", role: "view" }];
  const users = [{ email: "ada@northwind.example", mfa_enabled: false }];
  const sandbox = openSandbox({ seed: { users, workspaces: [{ name: "w", members }] } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write(
    "orgform.yaml",
    "version: 1\norganization: {id: org_northwind}\nchecks: {mfa: error}\nworkspaces: {w: {}}\n",
  );
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  const { stdout, exitCode } = await run("plan", "--format", format);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(says);
  expect((await run("drift")).exitCode).toBe(3);
  const found = sandbox.state().users?.filter(({ mfa_enabled }) => mfa_enabled === false).length ?? 0;
  expect((await run("plan", "--allow", `check-mfa=${found}`)).exitCode).toBe(0);
});

it("places every finding in a file below the working directory, whatever path was given", async () => {
  const members = [{ email: "ada@northwind.example", role: "view" }];
  const workspaces = [
    {
      name: "w",
      members,
      groups: [{ name: "A", precedence: 1, values: { region: "west" }, members: ["ada@northwind.example"] }],
      definitions: [{ name: "region", data_type: "string" as const }],
    },
  ];
  const sandbox = openSandbox({ seed: { workspaces } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const lines = [
    "version: 1",
    "organization: {id: org_northwind}",
    "protect: ['w/groups/A']",
    "workspaces:",
    "  w:",
    "    groups:",
    "      A: {state: absent}",
    "expect: [{workspace: w, member: ada@northwind.example, attribute: region, is: west}]",
    "",
  ];
  await folder.write("teams.yaml", lines.join("\n"));
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const file = folder.path("teams.yaml");
  const places = async (...args: string[]) => {
    const { stdout } = await orgform([...args, "--format", "sarif"], { cwd: folder.path(""), env });
    const { results } = JSON.parse(stdout).runs[0];
    return results.map(({ ruleId, locations: [{ physicalLocation }] }: SarifResult) => {
      const { artifactLocation, region } = physicalLocation;
      return `${ruleId} ${artifactLocation.uriBaseId} ${artifactLocation.uri}:${region.startLine}`;
    });
  };
  const found = await places("plan", "-f", file);
  expect(found).toContain("protected SRCROOT teams.yaml:7");
  expect(found).toContain("limit-access SRCROOT teams.yaml:1");
  // What no file says anything of stands in the first one.
  expect(await places("plan", "-f", file, "--token-file", "missing")).toEqual([
    expect.stringMatching(/ SRCROOT teams\.yaml:1$/),
  ]);
});

interface SarifResult {
  readonly ruleId: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
        readonly region: { readonly startLine: number };
      };
    },
  ];
}
