import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { serve } from "../api/hostile-server.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind, name: Northwind}
workspaces:
  prod:
    attributes:
      rate: {data_type: number, label: Rate}
      since: {data_type: date, label: Since}
      code: {data_type: string, label: Code of Region}
    groups:
      Sales: {precedence: 10, values: {rate: 1.50, since: 2026-03-31, code: "A"}}
`;

/** A service that stores what it is sent in a form of its own, and a folder with a file. */
async function storing(own: (body: string) => string) {
  const sandbox = await startSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      workspaces: [{ name: "prod", groups: [{ name: "Old", precedence: 1 }] }],
    },
  });
  onTestFinished(() => sandbox.close());
  const origin = await serve(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { host: _, "content-length": __, ...headers } = request.headers;
    const answer = await fetch(new URL(request.url ?? "", sandbox.url), {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(body === "" ? {} : { body: own(body) }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  const folder = await openFolder();
  const env = { ORGFORM_BASE_URL: `${origin}/api/v2`, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  return { sandbox, folder, run };
}

it("equal numbers and days in another form are no difference: apply and plan agree", async () => {
  const { folder, run } = await storing((body) => body.replace('"1.50"', '"1.5"'));
  await folder.write("orgform.yaml", FILE);
  expect((await run("apply", "--auto-approve")).exitCode).toBe(0);
  const planned = await run("plan", "--detailed-exitcode");
  expect([planned.exitCode, planned.stdout]).toEqual([0, expect.not.stringContaining("1.5")]);
});

it.each([
  [
    "blanks",
    FILE.replace('"A"', '"A "'),
    (body: string) => body.replace('"A "', '"A"'),
    "only in spaces",
    '"A"',
  ],
  ["letter case", FILE, (body: string) => body.replace('"A"', '"a"'), "upper and lower case", '"a"'],
  [
    "Unicode",
    FILE.replace('"A"', '"Caf\u00e9"'),
    (body: string) => body.replace("Caf\u00e9", "Cafe\u0301"),
    "how Unicode spells",
    "Cafe\u0301",
  ],
  [
    "the label of an attribute",
    FILE,
    (body: string) => body.replace("Code of Region", "CODE OF REGION"),
    "upper and lower case",
    '"CODE OF REGION"',
  ],
  [
    "numbers in a text",
    FILE.replace('"A"', '"2.50"'),
    (body: string) => body.replace('"2.50"', '"2.5"'),
    "equal as numbers",
    '"2.5"',
  ],
])(
  "a text that the service stores in its own form is named as that, with what to write: %s",
  async (_, file, own, why, text) => {
    const { folder, run } = await storing(own);
    await folder.write("orgform.yaml", file);
    const { exitCode, printed } = await run("apply", "--auto-approve");
    expect(exitCode).toBe(5);
    const said = printed.replace(/\s+/g, " ");
    expect(said).toContain("The service stores it in its own form.");
    expect(said).toContain(why);
    expect(said).toContain(`Write ${text.startsWith('"') ? text : `"${text}"`} in the file`);
    expect(said).not.toContain("somebody else");
  },
);

it("another text may have either reason, and both are said", async () => {
  const { folder, run } = await storing((body) => body.replace('"A"', '"B"'));
  await folder.write("orgform.yaml", FILE);
  const { printed } = await run("apply", "--auto-approve");
  expect(printed.replace(/\s+/g, " ")).toMatch(/in its own way, or somebody else/);
});
