import fc from "fast-check";
import { ALL_USERS } from "../../src/model/address.js";
import {
  DEFAULT_LIMITS,
  type DesiredState,
  type DesiredValue,
  type DesiredWorkspace,
} from "../../src/model/state/desired-state.js";
import { sortedBy } from "../../src/util/collections.js";
import { anyText } from "../support/any-text.js";
import {
  flat,
  type NestedAttribute,
  type NestedGroup,
  type NestedWorkspace,
} from "../support/nested-workspace.js";

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
      required: fc.boolean(),
    },
    { requiredKeys: ["name", "state", "data_type", "required"] },
  );

const group = (groupName: string, index: number): fc.Arbitrary<NestedGroup> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant({ name: groupName, state: "absent" as const }) },
    {
      weight: 4,
      arbitrary: fc.record(
        {
          name: fc.constant(groupName),
          state: fc.constant("present" as const),
          // Distinct, so that no two groups tie.
          precedence: fc.constant(index + 1),
          previously: fc.constantFrom([], [`former ${index}`]),
          values,
          members: people,
        },
        { requiredKeys: ["name", "state", "previously"] },
      ),
    },
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

const workspace = (workspaceName: string): fc.Arbitrary<DesiredWorkspace> =>
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.record(
        { name: fc.constant(workspaceName), state: fc.constant("absent" as const), id: awkwardText },
        { requiredKeys: ["name", "state"] },
      ),
    },
    {
      weight: 4,
      arbitrary: fc
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
            exact: fc.record({ attributes: fc.boolean(), groups: fc.boolean(), members: fc.boolean() }),
          },
          { requiredKeys: ["name", "state", "exact"] },
        )
        .map(
          (one): DesiredWorkspace =>
            flat({
              ...one,
              // Exact is only what has a list.
              exact: {
                attributes: one.exact.attributes && hasAllAttributes(one),
                groups: one.exact.groups && one.groups !== undefined,
                members: one.exact.members && one.members !== undefined,
              },
            }),
        ),
    },
  );

/** Where the attributes are exact, a value of another one is an error. */
function hasAllAttributes({
  attributes,
  groups: ofGroups = [],
  members = [],
}: Pick<NestedWorkspace, "attributes" | "groups" | "members">): boolean {
  const given = ofGroups.filter((one) => one.state === "present");
  const own = [...given, ...members].flatMap((one) => one.values ?? []);
  return attributes !== undefined && own.every((v) => attributes.some((a) => a.name === v.attribute));
}

/** Two workspaces of one id are an error. */
function hasNoTwins(workspaces: readonly DesiredWorkspace[]): boolean {
  const ids = workspaces.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length;
}

/** Valid desired states with names and values of every kind. */
export const arbitraryDesiredState: fc.Arbitrary<DesiredState> = fc
  .record(
    {
      organization: fc.record({ id: awkwardText, name: awkwardText }, { requiredKeys: ["id"] }),
      service: fc.constantFrom({}, { region: "eu" as const }, { base_url: "http://127.0.0.1:1/api" }),
      workspaces: names(3)
        .chain((list) => fc.tuple(...list.map(workspace)))
        .filter(hasNoTwins),
      protect: fc.array(fc.constantFrom("*/groups/Sales West", "prod/**", "**", "a b/members/*"), {
        maxLength: 2,
      }),
      limits: fc.constantFrom(DEFAULT_LIMITS, {
        delete: { count: 1, percent: 2.5 },
        access: { opened: 3, widened: 4 },
      }),
      expect: fc.constant([]),
      checks: fc.constantFrom(
        {},
        { mfa: { severity: "off" as const }, invite_age_days: { max: 3, severity: "error" as const } },
      ),
      data_model: fc.constantFrom("model", "../a b"),
    },
    { requiredKeys: ["organization", "service", "workspaces", "protect", "limits", "expect"] },
  )
  .map((state) => (state.data_model ? { ...state, data_model_written: state.data_model } : state));
