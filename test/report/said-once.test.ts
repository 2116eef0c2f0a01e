import { expect, it } from "vitest";
import { comparisonProduct } from "../../src/report/access/comparison.js";
import { personProduct } from "../../src/report/access/person-answer.js";
import { whoProduct } from "../../src/report/access/who-answers.js";
import { productIn } from "../../src/report/product/product.js";
import { planHtml, planMarkdown, planText, planWebPage, withoutBreaks } from "../support/plan-formats.js";
import { northwind } from "./fixtures/northwind.js";
import { access, change, fromGroup, plan, step } from "./fixtures/plan-builder.js";

const LOOK = { color: false, width: 100 };
const origin = { organization: { id: "org_1", name: "Northwind" }, version: "0.0.0" };
const timesIn = (text: string, words: string): number => text.split(words).length - 1;

it("a plan that is refused says so with its verdict, and why at the end of a text alone", () => {
  const sentence = "1 guard refuses this plan: it cannot be applied.";
  const refused = { ...northwind, applyable: false };
  const text = planText(refused, LOOK);
  expect(text.split("\n")[0]).toMatch(/^Refused: \d+ (person|people) /);
  expect(timesIn(text, sentence)).toBe(1);
  for (const page of [planHtml(refused), planMarkdown(refused)]) {
    expect(page).toMatch(/(class="lead">|### )Refused: /);
    expect(page).not.toContain(sentence);
  }
});

it("a plan that cannot be applied promises no order", () => {
  const resource_changes = [change("delete", "prod/groups/A", {}, null)];
  const written = plan({ resource_changes, steps: [step(1, "delete", "prod/groups/A")] });
  expect(planText({ ...written, applyable: true }, LOOK)).toContain("Safe order:");
  expect(planText({ ...written, applyable: false }, LOOK)).not.toContain("Safe order:");
});

it("the verdict leaves out who sees the same, where others do not", () => {
  const sees = (member: string, value: string) =>
    access("prod", member, "region", fromGroup("west", "Sales"), fromGroup(value, "Sales"));
  const mixed = plan({ access_changes: [sees("ada@x.example", "east"), sees("bob@x.example", "west")] });
  expect(planText(mixed, LOOK)).toMatch(/^1 person sees other data\.\n/);
  const same = plan({ access_changes: [sees("bob@x.example", "west")] });
  expect(planText(same, LOOK)).toMatch(/^1 person sees the same data\.\n/);
});

it("an archive is in the first sentence", () => {
  const address = "prod";
  const resource_changes = [change("delete", address, {}, null)];
  const archive = plan({ resource_changes, steps: [step(1, "delete", address)] });
  expect(planText(archive, LOOK)).toMatch(/^1 workspace is archived\. /);
});

it("a grant is named where nothing says what it opens", () => {
  const grants = { gained: ["sees_east"], lost: [], unclear: [] };
  const changed = access("prod", "ada@x.example", "region", null, fromGroup("east", "East"), grants);
  const alone = plan({ access_changes: [changed] });
  expect(planText(alone, LOOK)).toContain("gains the grant sees_east\n");
  const data = { gained: ["field:orders.total"], lost: [], rows: [] };
  const people = [{ workspace: "prod", member: "ada@x.example", verdict: "widened" as const, data }];
  const text = planText({ ...alone, people }, LOOK);
  expect(text).toContain("sees the field orders.total\n");
  expect(text).not.toContain("sees_east");
});

it("a reason has its keys as code, without backticks", () => {
  const member = { group: "Sales", member: "ada@x.example" };
  const address = "prod/groups/Sales/members/ada@x.example";
  const more = { action_reason: "people.csv:3 no longer matches its `where`" };
  const page = planHtml(plan({ resource_changes: [change("delete", address, member, null, more)] }));
  expect(page).toContain("no longer matches its <code>where</code>)");
});

it("an address that is written from right to left is isolated, with places to break", () => {
  const member = "\u05de\u05d9\u05db\u05dc@x.example";
  const moved = access("prod", member, "region", fromGroup("west", "Sales"), fromGroup("east", "Sales"));
  const page = planWebPage(plan({ access_changes: [moved] }));
  expect(page).toContain("\u2068\u05de\u05d9\u05db\u05dc<wbr>@x<wbr>.example\u2069");
});

it("a comparison names its points once", () => {
  const comparison = {
    access_changes: [],
    people: [{ workspace: "prod", member: "ada@x.example", verdict: "widened" as const }],
  };
  const compared = {
    from: "q3.json",
    to: "q4.json",
    origin,
    comparison,
    outcome: "ok",
    refusals: [],
  } as const;
  const page = withoutBreaks([...productIn(comparisonProduct(compared), "html", LOOK)].join(""));
  expect(page).toContain("<h1>Northwind · comparison</h1>");
  expect(page).toContain('<p class="lead">From q3.json to q4.json: 1 person sees more.</p>');
  expect(timesIn(page, "q3.json")).toBe(1);
});

it("what a person has now and as planned is one row where it is the same", () => {
  const member = "ada@x.example";
  const moment = { winner: fromGroup("west", "Sales"), shadowed: [] };
  const explanations = [{ workspace: "prod", member, attribute: "region", live: moment, planned: moment }];
  const product = personProduct({ member, explanations }, origin);
  const lines = [...productIn(product, "markdown", LOOK)].join("").split("\n");
  expect(lines.filter((line) => line.startsWith("| `prod`"))).toEqual([
    "| `prod` | `attribute` | `region` | `live, planned` | `west` | `Sales` | `wins` |",
  ]);
});

it("a caption explains a state that some row has", () => {
  const answer = {
    workspace: "prod",
    member: "ada@x.example",
    role: "explore",
    limited_by: "values",
    reaches: "yes",
    open: false,
    values: [{ attribute: "region", ...fromGroup("west", "Sales"), grants: [] }],
  } as const;
  const page = (open: boolean) =>
    whoProduct(
      { questions: [{ kind: "everybody" }], answers: [{ ...answer, open }], isOpenOnly: false },
      origin,
    );
  const html = (open: boolean) => [...productIn(page(open), "html", LOOK)].join("");
  expect(html(true)).toContain("Open: there is no value");
  expect(html(false)).not.toContain("Open: there is no value");
});
