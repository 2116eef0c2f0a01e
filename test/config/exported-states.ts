import fc from "fast-check";
import { ALL_USERS } from "../../src/model/address.js";
import type {
  DesiredValue,
  PresentWorkspace,
  StateWithoutRules,
} from "../../src/model/state/desired-state.js";
import { sortedBy } from "../../src/util/collections.js";
import { anyText } from "../support/any-text.js";
import { flat, type NestedAttribute, type NestedGroup } from "../support/nested-workspace.js";

const AWKWARD = [
  "__proto__",
  "constructor",
  "toString",
  "a/b",
  "~",
  "~1",
  "null",
  "yes",
  "1.50",
  "0x10",
  "2026-03-31",
  "<<",
  "x-ray",
  "- a",
  "? a",
  "*a",
  "&a b",
  "!tag",
  "# c",
  "a # b",
  "a: b",
  "{a}",
  "[a]",
  "a, b",
  " leading",
  "trailing ",
  "\ttab",
  "two\nlines",
  "line\n\n\nlines\n",
  "\r",
  "\u0085\u2028\uFEFF",
  "'quoted'",
  '"quoted"',
  "back\\slash",
  "$" + "{var.x}",
  "$$" + "{",
  "---",
  "...",
  "%YAML",
  "日本語",
  "🙂",
  "e\u0301",
  "\u0000\u001b[31m",
  "\ud800",
];

/** A name or value that a file or terminal could stumble over. */
export const awkwardText = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ minLength: 1, maxLength: 12 }),
  anyText({ minLength: 1, maxLength: 6 }),
);

const name = awkwardText.filter((text) => text !== ALL_USERS);
const email = fc
  .tuple(fc.stringMatching(/^[a-z0-9+-][a-z0-9+'-]{0,5}$/), fc.boolean())
  .map(([local, isUpper]) => `${isUpper ? local.toUpperCase() : local}@northwind.example`);

const values: fc.Arbitrary<DesiredValue[]> = fc
  .uniqueArray(fc.record({ attribute: name.filter((n) => n !== "email"), value: awkwardText }), {
    maxLength: 3,
    selector: (v) => v.attribute,
  })
  .map((list) => sortedBy(list, (v) => v.attribute));

const people = fc.uniqueArray(email, { maxLength: 3, selector: (e) => e.toLowerCase() }).map((list) =>
  sortedBy(
    list.map((e) => ({ email: e.toLowerCase(), display_email: e })),
    (p) => p.email,
  ),
);

const attribute = (attributeName: string): fc.Arbitrary<NestedAttribute> =>
  fc.record(
    {
      name: fc.constant(attributeName),
      state: fc.constant("present" as const),
      data_type: fc.constant("string" as const),
      label: awkwardText,
      required: fc.constant(false),
    },
    { requiredKeys: ["name", "state", "data_type", "required"] },
  );

const group = (groupName: string, index: number): fc.Arbitrary<NestedGroup> =>
  fc.record(
    {
      name: fc.constant(groupName),
      state: fc.constant("present" as const),
      // Distinct, so that no two groups tie.
      precedence: fc.constant(index + 1),
      previously: fc.constant([]),
      values,
      members: people,
    },
    { requiredKeys: ["name", "state", "previously"] },
  );

function names(maxLength: number): fc.Arbitrary<string[]> {
  return fc.uniqueArray(name, { maxLength }).map((list) => sortedBy(list, (n) => n));
}

const groups: fc.Arbitrary<NestedGroup[]> = fc
  .tuple(names(3), fc.option(values, { nil: undefined }))
  .chain(([list, allUsers]) =>
    fc.tuple(...list.map(group)).map((built) => {
      const builtIn: NestedGroup[] = allUsers
        ? [{ name: ALL_USERS, state: "present", previously: [], values: allUsers }]
        : [];
      return sortedBy([...built, ...builtIn], (g) => g.name);
    }),
  );

const workspace = (workspaceName: string): fc.Arbitrary<PresentWorkspace> =>
  fc
    .record(
      {
        name: fc.constant(workspaceName),
        state: fc.constant("present" as const),
        id: awkwardText,
        provision_by_default: fc.boolean(),
        arrive_by: fc.constant("sign_in" as const),
        attributes: names(3).chain((list) => fc.tuple(...list.map(attribute))),
        groups,
        members: people.chain((list) =>
          fc.tuple(
            ...list.map((p) =>
              fc.record(
                {
                  email: fc.constant(p.email),
                  display_email: fc.constant(p.display_email),
                  role: fc.constantFrom("view", "admin"),
                  values,
                },
                { requiredKeys: ["email", "display_email"] },
              ),
            ),
          ),
        ),
        exact: fc.constant({ attributes: false, groups: false, members: false }),
      },
      { requiredKeys: ["name", "state", "exact"] },
    )
    .map(flat);

/** Two workspaces of one id are an error. */
function hasNoTwins(workspaces: readonly PresentWorkspace[]): boolean {
  const ids = workspaces.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length;
}

/** What exports say, with names and values of every kind. */
export const exportedStates: fc.Arbitrary<StateWithoutRules> = fc.record({
  organization: fc.record({ id: awkwardText, name: awkwardText }, { requiredKeys: ["id"] }),
  service: fc.constantFrom({}, { region: "eu" as const }, { base_url: "http://127.0.0.1:1/api" }),
  workspaces: names(3)
    .chain((list) => fc.tuple(...list.map(workspace)))
    .filter(hasNoTwins),
});
