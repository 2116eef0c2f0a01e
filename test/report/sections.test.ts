import { expect, test } from "vitest";
import type { Diagnostic } from "../../src/model/diagnostic.js";
import { asFindings } from "../../src/model/plan/finding.js";
import type { Arrival, Plan } from "../../src/model/plan/plan.js";
import { sectionHtml } from "../../src/report/html/page-html.js";
import { sectionMarkdown } from "../../src/report/markdown/section-markdown.js";
import { planSections } from "../../src/report/plan/plan-page.js";
import { sectionText } from "../../src/report/text/section-text.js";
import { changeSections } from "../../src/report/view/change-sections.js";
import { rulesSection } from "../../src/report/view/guard-sections.js";
import type { Section } from "../../src/report/words/section.js";
import { textStyle } from "../../src/report/words/text-style.js";
import { northwind, withDrift } from "./fixtures/northwind.js";
import { access, change, fromGroup, plan } from "./fixtures/plan-builder.js";

/** A name that no format may take at its word. */
const HOSTILE = "<b>@team</b> `x` \u202e";

const look = textStyle({ color: false, width: 80, isTerminal: true });
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

function warning(i: number): Diagnostic {
  const summary = `${HOSTILE} number ${"i".repeat(i + 1)}`;
  return {
    severity: "warning",
    code: "look-alike",
    summary,
    detail: "Why.\nAnd what to do.",
    address: `w/groups/G${i}`,
  };
}

const arrival = (i: number): Arrival => ({
  workspace: `w${i % 2}`,
  member: `p${i}@x.example`,
  invite: "planned",
  role: "explore",
  groups: [HOSTILE],
  values: [{ attribute: "region", value: i === 0 ? null : "west", source: i === 0 ? null : { kind: "own" } }],
});

/** A plan for each section, by the section's anchor; `-brief` where it is too long to be shown whole. */
const PLANS: Readonly<Record<string, Plan>> = {
  errors: plan({ findings: northwind.findings.map((one) => ({ ...one, severity: "error" })), errored: true }),
  refused: northwind,
  allowed: northwind,
  rules: plan({
    rules_changed: [
      { rule: "limits.delete.count", before: 20, after: 50, would_refuse: true },
      { rule: `protect  ${HOSTILE}`, before: HOSTILE, after: null, would_refuse: null },
    ],
  }),
  access: northwind,
  "access-brief": plan({
    access_changes: times(42, (i) =>
      access(
        `w${i % 2}`,
        `${i === 0 ? HOSTILE : ""}p${i >> 1}@x.example`,
        "region",
        i === 1 ? fromGroup("west", "Sales") : fromGroup("no-access", "All Users"),
        i === 1 ? null : fromGroup(i % 3 === 0 ? "west" : HOSTILE, "Sales"),
      ),
    ),
  }),
  "access-data": plan({
    people: times(2, (i) => ({
      workspace: "w",
      member: `p${i}@x.example`,
      verdict: "widened",
      data: { gained: [`field:orders.${HOSTILE}`], lost: [], rows: [] },
    })),
    access_changes: [access("w", "p0@x.example", "region", null, fromGroup("west", HOSTILE))],
  }),
  exposure: plan({
    exposure: {
      verdict: "windows",
      windows: [null, "west", "west"].map((value, i) => ({
        workspace: "w",
        member: `${HOSTILE}${i}@x.example`,
        attribute: "region",
        value,
        after_step: 3,
      })),
    },
  }),
  arriving: plan({ arrivals: times(3, arrival) }),
  "arriving-brief": plan({ arrivals: times(21, arrival) }),
  "not-listed": plan({
    not_listed: times(3, (i) => ({
      workspace: "w",
      member: `p${i}@x.example`,
      invite: i === 0,
      role: "explore",
      groups: [HOSTILE],
      values: [
        { attribute: "region", value: i === 0 ? null : "west", source: i === 0 ? null : { kind: "own" } },
      ],
      row: "people.csv:3",
    })),
  }),
  unsupported: plan({
    unsupported: ["w/members/ada@x.example", `w/members/${HOSTILE}`].map((address) => ({
      address,
      type: "invite",
      field: "role",
      before: "view",
      after: "explore",
      instead: "Change it in the product.",
    })),
  }),
  deferred: plan({
    deferred: times(2, (i) => ({
      address: `w/groups/${HOSTILE}/members/p${i}@x.example`,
      type: "group_membership",
      reason: "they have not accepted the invite yet",
    })),
  }),
  "deferred-brief": plan({
    deferred: times(13, (i) => ({
      address: `w${i % 2}/groups/G/members/p${i}@x.example`,
      type: "group_membership",
      reason: "they have not accepted the invite yet",
    })),
  }),
  unmanaged: plan({ unmanaged: [{ address: `w/groups/${HOSTILE}`, type: "group" }] }),
  "unmanaged-brief": plan({
    unmanaged: times(13, (i) => ({ address: `w${i % 2}/members/u${i}@x.example`, type: "invite" })),
  }),
  warnings: plan({ findings: asFindings("plan", times(2, warning)) }),
  "warnings-brief": plan({ findings: asFindings("plan", times(5, warning)) }),
  service: plan({ findings: asFindings("service", [warning(0)]) }),
  checks: plan({ findings: asFindings("check", [{ ...warning(0), severity: "error" }, warning(1)]) }),
  diagnostics: northwind,
};

/** Sections in all formats; Markdown is as long as it can be. */
function formatsOf(sections: readonly Section[]): string {
  return [
    "--- text",
    ...sections.flatMap((section) =>
      sectionText(section, look).blocks.map((lines) => `${[...lines].join("\n")}\n`),
    ),
    "--- Markdown",
    ...sections.map((section) => `${sectionMarkdown(section).forms[0]?.().markdown}\n`),
    "--- HTML",
    ...sections.map((section) => sectionHtml(section).markup),
  ].join("\n");
}

test.each(Object.entries(PLANS))(
  "the section %s is the same in text, Markdown and HTML",
  async (name, of) => {
    const wanted = planSections(of).filter(({ id }) => id === name.replace(/-(brief|data)$/, ""));
    expect(wanted).toHaveLength(1);
    await expect(formatsOf(wanted)).toMatchFileSnapshot(`expected/sections/${name}.txt`);
  },
);

test.each([
  ["changes", withDrift],
  [
    "changes-brief",
    plan({
      resource_changes: times(103, (i) =>
        i > 100
          ? change(
              "delete",
              `w${i % 2}/groups/${HOSTILE.replaceAll("/", "~1")}/members/p${i}@x.example`,
              {},
              null,
            )
          : change("create", `w${i % 2}/groups/Team ${i % 3}/members/p${i}@x.example`, null, {}),
      ),
    }),
  ],
] as const)("%s are the same in text, Markdown and HTML", async (name, of) => {
  await expect(formatsOf(changeSections(of))).toMatchFileSnapshot(`expected/sections/${name}.txt`);
});

test("a rule that changed stands as the file has it, without its kind", () => {
  const value = {
    kind: "never" as const,
    workspace: "*-prod",
    attribute: "region",
    never: ["emea", "no", "1"],
    except_groups: ["EMEA Sales"],
  };
  const [item] =
    rulesSection(
      plan({ rules_changed: [{ rule: "expect", before: null, after: value, would_refuse: false }] }),
    ).parts[0]?.items ?? [];
  expect(item?.cells).toEqual([
    '+ expect  {workspace: "*-prod", attribute: region, never: [emea, "no", "1"], except_groups: [EMEA Sales]}',
  ]);
});
