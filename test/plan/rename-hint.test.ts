import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { planIn } from "../support/plan-against.js";

const NEW = "precedence: 30, values: {}";
const GONE = "Old: {state: absent}";

it("says that the name takes the place of a tombstone, and leads to a file that is valid", async () => {
  const hintFor = async (groups: string) => {
    const plan = await planIn(
      { workspaces: [{ name: "prod", groups: [{ name: "Old", precedence: 30 }] }] },
      `workspaces: {prod: {${groups}}}`,
    );
    return findingsFrom(plan, "file").map(({ code, detail }) => `${code}: ${detail}`);
  };
  expect(await hintFor(`groups: {New: {${NEW}}, ${GONE}}`)).toEqual([
    'rename-hint: If it is the same group under a new name, add `previously: ["Old"]` to it in place of the entry of "Old" with `state: absent`: it is then renamed in place, with its members and values.',
  ]);
  expect(await hintFor(`groups: {New: {${NEW}, previously: [Old]}}`)).toEqual([]);
  const [unlisted] = await hintFor(`groups: {New: {${NEW}}}, exact: {groups: true}`);
  expect(unlisted).toContain('add `previously: ["Old"]` to it: it is then renamed');
});

describe("a group made from a list whose text changed", () => {
  const PEOPLE = ["ada", "bob", "cleo", "dan"].map((name) => `${name}@n.example`);
  const hints = async (members: readonly string[]) => {
    const groups = [{ name: "Department Operations", precedence: 1, members: PEOPLE }];
    const all = [...PEOPLE, "eve@n.example", "flo@n.example"].map((email) => ({ email, role: "view" }));
    const plan = await planIn(
      { workspaces: [{ name: "prod", groups, members: all }] },
      `workspaces: {prod: {groups: {Department Ops: {precedence: 2, members: [${members.join(", ")}]}}, exact: {groups: true}}}`,
    );
    return findingsFrom(plan, "file").map(({ summary, detail }) => `${summary}. ${detail}`);
  };

  it("is hinted at by most members", async () => {
    const [hint, ...more] = await hints([...PEOPLE.slice(1), "eve@n.example"]);
    expect(more).toEqual([]);
    expect(hint).toMatch(
      /^Department Ops looks like Department Operations, which would be deleted\. .*previously: \["Department Operations"\].* Where `each` makes the group, take its text out of `each`/,
    );
  });

  it.each([
    ["half of the members", [...PEOPLE.slice(2), "eve@n.example", "flo@n.example"]],
    ["nobody in either", []],
  ])("is not hinted at by %s", async (_, members) => {
    expect(await hints(members)).toEqual([]);
  });
});

describe("a group that was renamed in the product, where nothing is deleted", () => {
  const PEOPLE = ["ada", "bob", "cleo"].map((name) => `${name}@n.example`);
  const found = async (sales: string, values: Readonly<Record<string, string>> = { region: "west" }) => {
    const plan = await planIn(
      {
        workspaces: [
          {
            name: "prod",
            definitions: ["region", "tier"].map((name) => ({ name, data_type: "string" })),
            groups: [
              { name: "Sales EMEA", precedence: 10, members: PEOPLE.slice(0, 2), values },
              { name: "Other", precedence: 20, members: PEOPLE, values: { region: "west" } },
            ],
            members: PEOPLE.map((email) => ({ email, role: "view" })),
          },
        ],
      },
      `workspaces: {prod: {groups: {Sales: {${sales}}}}}`,
    );
    return findingsFrom(plan, "file");
  };
  const codes = async (sales: string) => (await found(sales)).map(({ code }) => code);
  const hints = async (...given: Parameters<typeof found>) =>
    (await found(...given)).flatMap(({ code, summary, detail }) =>
      code === "rename-hint" ? [`${summary}. ${detail}`] : [],
    );
  const as = (precedence: number, region: string, members: readonly string[]) =>
    `precedence: ${precedence}, values: {region: ${region}}, members: [${members.join(", ")}]`;

  it("is hinted at, though somebody has left it in the same edit", async () => {
    const hint = [
      'Sales looks like Sales EMEA, which the file does not name. If it is the same group under a new name, add `previously: ["Sales EMEA"]` to it: it is then renamed in place, with its members and values.',
    ];
    expect(await hints(as(10, "west", PEOPLE.slice(0, 2)))).toEqual(hint);
    expect(await hints(as(10, "west", PEOPLE.slice(0, 1)))).toEqual(hint);
    expect(await hints(as(10, "west", PEOPLE))).toEqual(hint);
  });

  it("is hinted at by the same values and people, and not told to rise above its former self", async () => {
    for (const [precedence, found] of [
      [9, ["rename-hint"]],
      [11, ["rename-hint"]],
    ] as const)
      expect(await codes(as(precedence, "west", PEOPLE.slice(0, 2)))).toEqual(found);
  });

  it.each([
    ["another precedence", as(11, "west", [PEOPLE[0] ?? "", PEOPLE[2] ?? ""])],
    ["another value", as(10, "east", PEOPLE)],
    ["half of the members", as(10, "west", PEOPLE.slice(1))],
    ["nobody", as(10, "west", [])],
  ])("is not hinted at by %s", async (_, sales) => {
    expect(await hints(sales)).toEqual([]);
  });

  it("is not hinted at where it has other values", async () => {
    expect(await hints(as(10, "west", PEOPLE.slice(0, 2)), { region: "west", tier: "gold" })).toEqual([]);
  });
});

it("tells of a group that is to be renamed and deleted which line to take out", () => {
  const text = `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {New: {${NEW}, previously: [Old]}, ${GONE}}}}\n`;
  const { diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
  expect(diagnostics.map(({ detail }) => detail)).toEqual([
    'A group is renamed or deleted. To rename it to "New", take the entry of "Old" with `state: absent` out; to delete it, take this name out of `previously`.',
  ]);
});

it("tells of a former name at an `each`, which all of its groups would have, how one of them is renamed", () => {
  const name = "Team $".concat("{each.t}");
  const each = `"${name}": {each: {t: [Sales, Ops]}, previously: [Operations], precedence: 1}`;
  const text = `version: 1\norganization: {id: org_n}\nworkspaces: {prod: {groups: {${each}}}}\n`;
  const { diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
  expect(diagnostics.map(({ summary, detail }) => `${summary}. ${detail}`)).toEqual([
    '"Operations" is a former name twice. Every group of this `each` would have it. Take the text of the renamed one out of `each`, and give that group an entry of its own.',
  ]);
});

describe("a person whose address may have changed", () => {
  const OTHERS = ["bob@n.example"];
  const live = [
    { email: "ada.new@n.example", role: "view", values: { region: "emea" } },
    { email: "kim@n.example", role: "view", values: { region: "apac" } },
    ...OTHERS.map((email) => ({ email, role: "view" })),
  ];
  const hints = async (file: string, members: typeof live = live) => {
    const definitions = [{ name: "region", data_type: "string" }] as const;
    const groups = [
      { name: "Sales", precedence: 1, members: ["ada.new@n.example", ...OTHERS] },
      { name: "Elsewhere", precedence: 2, members: ["ada.new@n.example"] },
    ];
    const plan = await planIn(
      { workspaces: [{ name: "prod", definitions, groups, members }] },
      `workspaces: {prod: {${file}}}`,
    );
    return plan.findings.flatMap(({ code, address, summary }) =>
      code === "rename-hint" ? [[address, summary]] : [],
    );
  };
  const sales = (...people: string[]) => `groups: {Sales: {members: [${[...OTHERS, ...people].join(", ")}]}}`;
  const HINT = [
    "prod/members/ada.old@n.example",
    "ada.old@n.example, who is invited, may be ada.new@n.example, whom the file does not name",
  ];

  it("is hinted at by the same groups", async () => {
    expect(
      await hints(`${sales("ada.old@n.example")}, members: {ada.old@n.example: {}}`, live.slice(1)),
    ).toEqual([HINT]);
  });

  it("is hinted at by the same groups and own values, or by own values alone", async () => {
    const own = "members: {ada.old@n.example: {values: {region: emea}}";
    expect(await hints(`${sales("ada.old@n.example")}, ${own}}`)).toEqual([HINT]);
    expect(
      await hints("members: {kim.old@n.example: {values: {region: apac}}}, exact: {members: true}"),
    ).toEqual([
      [
        "prod/members/kim.old@n.example",
        "kim.old@n.example, who is invited, may be kim@n.example, whom the file does not name",
      ],
    ]);
  });

  it("is hinted at once where the domain of several people changed, whatever they hold", async () => {
    const file =
      "members: {ada.new@m.example: {}, kim@m.example: {}, lea@m.example: {}}, exact: {members: true}";
    expect(await hints(file)).toEqual([
      [
        "prod/members/ada.new@m.example",
        "2 of 3 new people of prod may be known under another domain, such as ada.new@n.example for ada.new@m.example",
      ],
    ]);
  });

  it.each([
    ["somebody in no group", `${sales()}, members: {ada.old@n.example: {}}`],
    [
      "somebody with another name, whatever they share",
      `${sales("zed.white@n.example")}, members: {zed.white@n.example: {}}`,
    ],
    [
      "two people who are invited",
      `${sales("a@n.example", "b@n.example")}, members: {a@n.example: {}, b@n.example: {}}`,
    ],
    [
      "somebody whom the file still names",
      `${sales("eve@n.example")}, members: {eve@n.example: {}, ada.new@n.example: {}}`,
    ],
  ])("is not %s", async (_, file) => {
    expect(await hints(file, live.slice(1))).toEqual([]);
  });
});
