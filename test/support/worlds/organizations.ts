import fc from "fast-check";
import { canonicalEmail } from "../../../src/model/email.js";
import type { SandboxSeed, SeedWorkspace } from "../../../src/sandbox/start-sandbox.js";
import { awkwardText } from "../../config/exported-states.js";

const TYPED = {
  string: awkwardText,
  number: fc.constantFrom("1.50", "0", "-3e2", "+.5", "9007199254740993"),
  date: fc.constantFrom("2026-03-31", "0001-01-01"),
} as const;

const definitions = fc.uniqueArray(
  fc.record({
    name: awkwardText.filter((name) => name !== "email"),
    data_type: fc.constantFrom("string" as const, "number" as const, "date" as const),
    label: awkwardText,
  }),
  { maxLength: 3, selector: ({ name }) => name },
);

const emails = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom(
        "ada",
        "ADA",
        "yes",
        "null",
        "__proto__",
        "o'hara",
        "a+b",
        "#c",
        "ünï",
        "$" + "{var.x}",
        "*d",
        "1.50",
      ),
      // The last is no address that a file can say.
      fc.constantFrom("northwind.example", "Éole.example", "localhost"),
    )
    .map((parts) => parts.join("@")),
  { maxLength: 6, selector: canonicalEmail },
);

/** A text for some of the attributes, of the type that each has. */
const valuesFor = (of: readonly { readonly name: string; readonly data_type: keyof typeof TYPED }[]) =>
  fc.subarray([...of]).chain((set) =>
    fc.tuple(...set.map(({ data_type }) => TYPED[data_type])).map((texts) =>
      // Own properties, also of the name __proto__.
      Object.fromEntries(set.map(({ name }, i) => [name, texts[i] ?? ""])),
    ),
  );

/** A workspace of this name, in which everything else is random. */
export const workspaceNamed = (name: string): fc.Arbitrary<SeedWorkspace> =>
  fc.tuple(definitions, emails).chain(([defined, people]) =>
    fc
      .record({
        provision_by_default: fc.boolean(),
        all_users: fc.record({
          name: fc.constantFrom("All Users", "Everyone"),
          values: valuesFor(defined),
        }),
        groups: fc
          .uniqueArray(
            fc.oneof(awkwardText, fc.constant("Everyone")).filter((text) => text !== "All Users"),
            { maxLength: 4 },
          )
          .chain((names) =>
            fc.tuple(
              ...names.map((group, i) =>
                fc.record({
                  name: fc.constant(group),
                  // Distinct: a tie is the organization's own error.
                  precedence: fc.integer({ min: 1, max: 500_000 }).map((n) => n * 4 + i),
                  members: fc.subarray(people),
                  values: valuesFor(defined),
                }),
              ),
            ),
          ),
        roles: fc.array(fc.constantFrom("view", "explore", "organization_admin"), {
          minLength: 6,
          maxLength: 6,
        }),
        own: fc.array(valuesFor(defined), { minLength: 6, maxLength: 6 }),
        invited: fc.uniqueArray(fc.constantFrom("Invited@northwind.example", "y@northwind.example")),
      })
      .map(({ roles, own, invited, ...rest }) => ({
        ...rest,
        name,
        definitions: defined,
        members: people.map((email, i) => ({ email, role: roles[i] ?? "view", values: own[i] ?? {} })),
        invites: invited.map((email) => ({ email, role: "view" })),
      })),
  );

/** Organizations whose names and values hold whatever the service takes. */
export const organizations: fc.Arbitrary<SandboxSeed> = fc
  .record({ name: awkwardText, workspaces: fc.uniqueArray(awkwardText, { minLength: 1, maxLength: 2 }) })
  .chain(({ name, workspaces }) =>
    fc
      .tuple(...workspaces.map(workspaceNamed))
      .map((planted) => ({ organization: { id: "org_hostile", name }, workspaces: planted })),
  );
