import fc from "fast-check";
import { expect, it } from "vitest";
import { announce } from "../../src/apply/apply-plan.js";
import { createReceiptRecorder, runOf } from "../../src/apply/receipt.js";
import { parseConfig } from "../../src/config/config.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { createLog } from "../../src/report/log/run-log.js";
import { planJson } from "../../src/report/plan/plan-json.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { clientOf, planAgainst } from "../support/plan-against.js";
import { planHtml, planMarkdown, planText } from "../support/plan-formats.js";
import { runsOf } from "../support/runs.js";
import { fileOfWorlds, fileWorlds, seedOfWorlds } from "../support/worlds/file-world.js";

/** What the plan holds, counted here from its lists alone. */
function countedIn(plan: Plan) {
  const people = (some: readonly { readonly member: string }[]) =>
    new Set(some.map(({ member }) => member)).size;
  const of = (action: string, isCounted = (_: Plan["resource_changes"][number]) => true) =>
    plan.resource_changes.filter(
      (c) => c.change.actions[0] === action && c.implied_by === undefined && isCounted(c),
    ).length;
  const kind = (wanted: string) => plan.access_changes.filter((change) => change.kind === wanted).length;
  return {
    create: of("create"),
    update: of("update"),
    delete: of("delete"),
    emails: of("create", ({ type }) => type === "invite"),
    // Somebody whom a role lets in keeps their values.
    people: people([
      ...plan.access_changes,
      ...plan.people.filter(({ limited_by }) => limited_by?.before !== limited_by?.after),
    ]),
    values: plan.access_changes.length,
    opened: kind("opened"),
    changed: kind("changed"),
    closed: kind("closed"),
    arriving: people(plan.arrivals),
    not_listed: people(plan.not_listed),
  };
}

/** The number that stands for a thing; 0 where nothing is said of it. */
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
const sumIn = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, [, n]) => sum + Number(n), 0);

/** The numbers of the one line that stands last in text, and first in Markdown and HTML. */
const lineNumbers = (line: string) => ({
  create: numberIn(line, /Plan: (\d+) to add/),
  update: numberIn(line, /(\d+) to change/),
  delete: numberIn(line, /(\d+) to remove/),
  emails: numberIn(line, /invites?: (\d+) e-mails?/),
  people: numberIn(line, /Access: (\d+) (?:person changes|people change)/),
  opened: numberIn(line, /(\d+) values? opened/),
  arriving: numberIn(line, /(\d+) arrives?\b/),
  not_listed: numberIn(line, /Not listed: (\d+)|except for (\d+) p/) || numberIn(line, /except for (\d+) p/),
});

/** The numbers of the headings, as every format has them. */
const headingNumbers = (text: string) => ({
  people: numberIn(text, /Access \((\d+) (?:person|people)/),
  values: numberIn(text, /Access \(\d+ (?:person|people), (\d+) values?\)/),
  opened: numberIn(text, /Opened \((\d+) values?/),
  arriving: numberIn(text, /Arriving \((\d+)\)/),
  not_listed: numberIn(text, /Not listed \((\d+)\)/),
});

const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]));

it("says the same number for the same thing in every format", async () => {
  const seen = { arriving: 0, opened: 0, not_listed: 0, emails: 0, implied: 0, twice: 0 };
  for (const some of fc.sample(fileWorlds, { numRuns: runsOf(14), seed: 28 })) {
    const sandbox = createSandbox({ seed: seedOfWorlds(some) });
    const { desired, diagnostics } = parseConfig([{ filename: "orgform.yaml", text: fileOfWorlds(some) }]);
    if (desired === null) throw new Error(JSON.stringify(diagnostics));
    const plan = await planAgainst(clientOf(sandbox), desired);
    const counted = countedIn(plan);
    seen.arriving += counted.arriving;
    seen.opened += counted.opened;
    seen.not_listed += counted.not_listed;
    seen.emails += counted.emails;
    seen.implied += plan.summary.delete_implied;
    seen.twice += plan.arrivals.length - counted.arriving;

    const text = planText(plan, { color: false, width: 100 });
    const markdown = planMarkdown(plan, { budget: 10_000_000 });
    const html = planHtml(plan);
    const last = text.trimEnd().split("\n").at(-1) ?? "";
    expect(lineNumbers(last)).toEqual(
      pick(counted, Object.keys(lineNumbers("")) as (keyof typeof counted)[]),
    );
    expect(markdown).toContain(`\n\n${last}\n`);
    const things = html.match(/<span class="badge plain">([^<]*to (?:add|change|remove)[^<]*)</)?.[1] ?? "";
    expect({
      create: numberIn(things, /(\d+) to add/),
      update: numberIn(things, /(\d+) to change/),
      delete: numberIn(things, /(\d+) to remove/),
    }).toEqual(pick(counted, ["create", "update", "delete"]));
    const headings = pick(counted, Object.keys(headingNumbers("")) as (keyof typeof counted)[]);
    const inHtml = html
      .replace(/<small>(\d+)(?: · [^<]*)?<\/small>/g, "($1)")
      .replace(/<small>([^<]*)<\/small>/g, "($1)");
    for (const shown of [text, markdown, planText(plan, { color: false, width: 100, full: true })])
      expect(headingNumbers(shown)).toEqual(headings);
    // The page has a badge at each row in the place of a heading for those who are opened.
    expect({ ...headingNumbers(inHtml), opened: counted.opened }).toEqual(headings);
    expect(sumIn(text, /(?:[Ss]ees? [a-z ()]+): (\d+) values?/g)).toBe(counted.values - counted.opened);
    expect(sumIn(markdown, /^#### .*?(\d+) to add/gm)).toBe(counted.create);
    expect(sumIn(markdown, /^#### .*?(\d+) to change/gm)).toBe(counted.update);
    expect(sumIn(markdown, /^#### .*?(\d+) to remove/gm)).toBe(counted.delete);

    const { summary } = planJson(plan);
    const { access, ...changes } = summary;
    const { values: _, ...inSummary } = counted;
    expect({ ...access, ...changes }).toMatchObject(inSummary);
    const [told] = [...announce(plan)].filter(({ type }) => type === "change_summary");
    expect(told).toMatchObject({ summary });
    const verdicts = access.widened + access.narrowed + access.moved + access.same + access.unclear;
    expect(verdicts).toBe(counted.people);
    const run = runOf(plan, {
      started_at: "2026-01-01T00:00:00Z",
      actor: { user_id: "usr_1" },
      approved_by: "digest",
    });
    const [entry] = createLog([{ path: "r", receipt: createReceiptRecorder(run).receipt() }]);
    const { widened, narrowed, moved, same, unclear } = access;
    expect(entry).toMatchObject({
      arriving: counted.arriving,
      people: { widened, narrowed, moved, same, unclear },
    });
  }
  // Each of them came about.
  expect(Object.values(seen).every((n) => n > 0)).toBe(true);
});
