import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind}
people: {file: people.csv}
workspaces:
  prod:
    people: {where: {place: prod}}
    attributes: {region: {data_type: string}}
    groups:
      All Users: {values: {region: no-access}}
      West: {precedence: 10, values: {region: west}, members: {where: {region: west}}}
    members: {admin@northwind.example: {}}
`;

const LIST = `email,region,place
ada@northwind.example,west,prod
bob@northwind.example,west,prod
cy@northwind.example,west,test
`;

/** A company as its file has it, with two more people: one in a group that nobody manages, and one who is invited. */
async function openCompany(more: { readonly values?: Readonly<Record<string, string>> } = {}) {
  const { values = { region: "no-access" } } = more;
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string", label: "region" }],
          all_users: { values },
          groups: [
            {
              name: "West",
              precedence: 10,
              values: { region: "west" },
              members: ["ada@northwind.example", "bob@northwind.example"],
            },
            { name: "Board", precedence: 20, values: { region: "all" }, members: ["Dee@northwind.example"] },
          ],
          members: [{ email: "cy@northwind.example", role: "view" }],
          invites: [{ email: "eli@northwind.example", role: "edit" }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  await folder.write("people.csv", LIST);
  const cwd = folder.path("");
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd, env });
  return { folder, cwd, requests: () => sandbox.log(), run };
}

const NO_ACCESS = {
  attribute: "region",
  value: "no-access",
  source: { kind: "group", group: "All Users", precedence: 0 },
};

describe("people whom the file does not list", () => {
  it("are in the plan's JSON with what is left to them, and are no difference for it", async () => {
    const { run } = await openCompany();
    const { stdout, exitCode } = await run("plan", "--format", "json", "--detailed-exitcode");
    const plan = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(plan.resource_changes).toEqual([]);
    expect(plan.unsupported).toEqual([]);
    expect(plan.unmanaged.filter(({ type }: { type: string }) => type === "invite")).toEqual([]);
    const all = {
      attribute: "region",
      value: "all",
      source: { kind: "group", group: "Board", precedence: 20 },
    };
    expect(plan.not_listed).toEqual([
      // In the list, but not among the rows of this workspace.
      {
        workspace: "prod",
        member: "cy@northwind.example",
        role: "view",
        limited_by: "values",
        invite: false,
        groups: [],
        values: [NO_ACCESS],
        row: "people.csv:4",
      },
      {
        workspace: "prod",
        member: "dee@northwind.example",
        role: "explore",
        limited_by: "values",
        invite: false,
        groups: ["Board"],
        values: [all],
      },
      {
        workspace: "prod",
        member: "eli@northwind.example",
        role: "edit",
        limited_by: "nothing",
        invite: true,
        groups: [],
        values: [NO_ACCESS],
      },
    ]);
  });

  it("are a difference for drift, and a refusal where --fail-on asks for it", async () => {
    const { run } = await openCompany();
    const drift = await run("drift");
    expect(drift.exitCode).toBe(2);
    expect(drift.stdout).toContain("Not listed (3): remove them in the product");
    expect(drift.stdout).toMatch(/No changes\. .*, except for 3 people who are not listed\./);
    const refused = await run("plan", "--fail-on", "not-listed");
    expect(refused.exitCode).toBe(3);
    expect(refused.stdout).toContain("fail-on.not-listed: 3");
  });

  it("are no difference any more once the file names them", async () => {
    const { folder, run } = await openCompany();
    const named = ["cy", "dee", "eli"].map((name) => `, ${name}@northwind.example: {}`).join("");
    await folder.write("orgform.yaml", FILE.replace("admin@northwind.example: {}", `$&${named}`));
    const { exitCode, stdout } = await run("drift");
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain("Not listed");
  });

  it("come first where they are open, in every format, and are never folded", async () => {
    const { folder, run } = await openCompany({ values: {} });
    await folder.write("orgform.yaml", FILE.replace("      All Users: {values: {region: no-access}}\n", ""));
    const order = async (...args: string[]) => {
      const { stdout } = await run(...args);
      const section = stdout.slice(stdout.lastIndexOf("Not listed ("));
      return ["cy@", "eli@", "dee@"].toSorted((a, b) => section.indexOf(a) - section.indexOf(b));
    };
    for (const format of ["text", "markdown", "html"])
      expect([format, await order("plan", "--format", format)]).toEqual([format, ["cy@", "eli@", "dee@"]]);
    const { stdout } = await run("plan", "--format", "markdown");
    const section = stdout.slice(stdout.indexOf("#### Not listed"));
    expect(section.slice(0, section.indexOf("####", 5))).not.toContain("<details>");
    expect(section).toMatch(
      /^- prod {2}cy@northwind\.example \(people\.csv:4\): open, member, role view, in no group$/m,
    );
  });

  it("are one section where the base still had them, with the row that they had", async () => {
    const { folder, cwd, run } = await openCompany();
    const git = (...args: string[]) =>
      execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd });
    await git("init", "-q");
    await git("add", ".");
    await git("commit", "-qm", "first");
    await folder.write("people.csv", LIST.replace("bob@northwind.example,west,prod\n", ""));
    const { stdout } = await run("plan", "--base", "HEAD", "--format", "json");
    const plan = JSON.parse(stdout);
    expect(plan.unsupported).toEqual([]);
    const bob = plan.not_listed.find(({ member }: { member: string }) => member === "bob@northwind.example");
    expect(bob).toMatchObject({ groups: [], values: [NO_ACCESS], row: "was HEAD:people.csv:3" });
  });

  it("may be named by a group only, and then they are listed", async () => {
    const { folder, run } = await openCompany();
    await folder.write(
      "orgform.yaml",
      FILE.replace("{where: {region: west}}", "{where: {region: west}, add: [dee@northwind.example]}"),
    );
    const { stdout } = await run("plan", "--format", "json");
    const members = JSON.parse(stdout).not_listed.map(({ member }: { member: string }) => member);
    expect(members).toEqual(["cy@northwind.example", "eli@northwind.example"]);
  });

  it("have a column in the lists of who, where the file lists everybody", async () => {
    const { folder, run } = await openCompany();
    const csvOf = async (...args: string[]) =>
      (await run(...args, "--format", "csv")).stdout.replace(/["\r]/g, "");
    const csv = await csvOf("who");
    const listed = (text: string) =>
      Object.fromEntries(
        text
          .trim()
          .split("\n")
          .slice(1)
          .map((line) => line.split(","))
          .map((cells) => [cells[1], cells[text.split("\n")[0]?.split(",").indexOf("listed") ?? -1]]),
      );
    expect(listed(csv)).toMatchObject({
      "ada@northwind.example": "yes",
      "admin@northwind.example": "yes",
      "cy@northwind.example": "no",
      "dee@northwind.example": "no",
    });
    expect(listed(await csvOf("who", "region=all"))).toEqual({
      "admin@northwind.example": "yes",
      "dee@northwind.example": "no",
    });
    const people = JSON.parse((await run("who", "region=west", "--format", "json")).stdout).people;
    expect(people.map(({ listed }: { listed: boolean }) => listed)).toEqual([true, true, true]);
    expect((await run("who", "region=all")).stdout).toMatch(/STATE +LISTED\n/);
    await folder.write(
      "orgform.yaml",
      "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {}}\n",
    );
    expect((await run("who", "region=all")).stdout).not.toContain("LISTED");
  });

  it("cost the two lists of people, their groups' values and what each of them has of their own", async () => {
    const { run, requests } = await openCompany();
    await run("plan");
    const paths = requests().map(
      ({ method, path }) => `${method} ${path.replace(/\/[a-z]+_[0-9a-z]+(?=\/|$)/g, "/…")}`,
    );
    const counts = Object.fromEntries(
      [...new Set(paths)].sort().map((path) => [path, paths.filter((p) => p === path).length]),
    );
    expect(counts).toMatchInlineSnapshot(`
      {
        "GET /me": 1,
        "GET /workspaces": 1,
        "GET /workspaces/…/groups": 1,
        "GET /workspaces/…/groups/…/…": 3,
        "GET /workspaces/…/invites": 1,
        "GET /workspaces/…/members": 1,
        "GET /workspaces/…/members/…/…": 2,
        "GET /workspaces/…/user_attribute_definitions": 1,
      }
    `);
  });
});

describe("an exact list of members", () => {
  it("has to be in the file", async () => {
    const { folder, run } = await openCompany();
    await folder.write(
      "orgform.yaml",
      "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {exact: {members: true}}}\n",
    );
    const { exitCode, stdout } = await run("validate");
    expect(exitCode).toBe(1);
    expect(stdout).toContain('"prod" has exact members and lists none');
  });

  it("is not that of a list of people where the file says so", async () => {
    const { folder, run } = await openCompany();
    await folder.write("orgform.yaml", FILE.replace("  prod:\n", "  prod:\n    exact: {members: false}\n"));
    expect((await run("drift")).exitCode).toBe(0);
  });
});

describe("nobody is asked to remove", () => {
  const OTHERS = ["ada@northwind.example", "dee@northwind.example"];
  const openWith = async (
    users: readonly { readonly email: string; readonly organization_admin: true }[],
  ) => {
    const members = OTHERS.map((email) => ({ email, role: "view" }));
    const seed = {
      organization: { id: "org_northwind", name: "Northwind" },
      users: [...users],
      workspaces: [{ name: "prod", members }],
    };
    const sandbox = openSandbox({ seed });
    onTestFinished(() => sandbox.close());
    const folder = await openFolder();
    await folder.write(
      "orgform.yaml",
      `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    exact: {members: true}
    members: {ada@northwind.example: {}}
`,
    );
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    return { folder, run: (...args: string[]) => orgform(args, { cwd: folder.path(""), env }) };
  };
  const admin = { email: "admin@northwind.example", organization_admin: true } as const;
  const second = { email: "second@northwind.example", organization_admin: true } as const;
  it.each([
    ["the only organization admin", [admin], "last-admin"],
    ["the token's own user", [admin, second], "own-user"],
  ] as const)("%s", async (who, users, keep) => {
    const { folder, run } = await openWith(users);
    const { not_listed } = JSON.parse((await run("plan", "--format", "json")).stdout);
    const kept = not_listed.filter((one: object) => "keep" in one);
    expect(kept).toMatchObject([{ member: admin.email, keep }]);
    expect(not_listed).toHaveLength(users.length + 1);
    const title = `Not listed (${not_listed.length}): remove them in the product, except 1`;
    for (const format of ["text", "markdown", "html"]) {
      const { stdout } = await run("plan", "--format", format);
      expect(stdout).toContain(format === "html" ? "except 1" : title);
      expect(stdout).toContain(format === "html" ? who.replace("'", "&#39;") : `in no group; ${who}`);
      expect(stdout.replaceAll(/\s+/g, " ")).toContain("Do not remove");
    }
    await folder.write(
      "orgform.yaml",
      (await folder.read("orgform.yaml")).replace("{ada", `{${admin.email}: {}, ada`),
    );
    expect((await run("plan")).stdout).not.toContain("Do not remove");
  });
});
