import fc from "fast-check";
import { expect, it } from "vitest";
import { ROLES } from "../../src/access/values/roles.js";
import { byColumnOf } from "../../src/data-model/answer/columns.js";
import { checkDataExpectation } from "../../src/data-model/answer/data-expectations.js";
import { dataReaderOf, reachOfPerson, valuesOfPerson } from "../../src/data-model/answer/people-data.js";
import { modelOf, personWith } from "../support/model.js";
import { runsOf } from "../support/runs.js";

/** Whoever sees something by their role, or reaches a field by another one's columns, is hidden to no rule. */

const COLUMNS = ["salary", "bonus", "city"] as const;
const TABLE = "${" + "TABLE}";

/** Fields over columns of one table, each with the grants that it requires. */
const models = fc
  .array(
    fc.record({
      columns: fc.subarray([...COLUMNS], { minLength: 1 }),
      grants: fc.subarray(["pay", "place"]),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((fields) =>
    [
      "type: model\nname: hr\nconnection: c\naccess_grants: [{name: pay, user_attribute: team, allowed_values: [finance]}, {name: place, user_attribute: city, allowed_values: [rome]}]",
      `---\ntype: view\nname: staff\nmodel_name: hr\nsql_table_name: hr.staff\nfields:\n${fields
        .map(({ columns, grants }, i) => {
          const sql = columns.map((column) => `${TABLE}.${column}`).join(" + ");
          return `  - {name: f${i}, field_type: dimension, type: string, sql: "${sql}", required_access_grants: [${grants.join(", ")}]}\n`;
        })
        .join("")}`,
    ].join("\n"),
  );

const people = fc
  .record({
    team: fc.constantFrom("finance", "sales"),
    city: fc.constantFrom("rome", "oslo"),
    role: fc.constantFrom(...ROLES),
  })
  .map(({ role, ...values }) => ({
    ...personWith({ team: [values.team], city: [values.city] }),
    role,
    limitedBy: [
      "explore",
      "view",
      "restricted",
      "embed",
      "embedded_with_scheduling",
      "embed_with_sql",
    ].includes(role)
      ? ("values" as const)
      : ("nothing" as const),
  }));

it("reaches by role and by column are hidden to no expectation", () => {
  const seen = { role: 0, column: 0, hidden: 0 };
  fc.assert(
    fc.property(models, people, (text, person) => {
      const reader = dataReaderOf(modelOf(text));
      const columns = new Set(
        byColumnOf(reader.model)(reader.read(valuesOfPerson(person))).map(({ object }) => object),
      );
      reader.model.classes.forEach(({ objects }, index) => {
        for (const object of objects) {
          const { by, reaches } = reachOfPerson(reader, person)(object, index);
          const rule = { kind: "data" as const, workspace: "prod", data: [object], only_groups: [] };
          const { holds } = checkDataExpectation(rule, { people: [person], unread: new Set() }, reader);
          expect(holds).toBe(reaches === "no");
          if (person.limitedBy === "nothing") expect([by, reaches]).toEqual(["role", "yes"]);
          else if (columns.has(object) && person.role !== "restricted")
            expect([by, reaches]).toEqual(["column", "yes"]);
          if (person.role === "restricted") expect(by).not.toBe("column");
          seen.role += by === "role" ? 1 : 0;
          seen.column += by === "column" ? 1 : 0;
          seen.hidden += reaches === "no" ? 1 : 0;
        }
      });
    }),
    { numRuns: runsOf(200) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});
