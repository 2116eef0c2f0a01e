import { expect, test } from "vitest";
import { dataReaderOf } from "../../src/data-model/answer/people-data.js";
import { withAttributeTypes } from "../../src/data-model/read/attribute-types.js";
import { readTexts } from "../support/model.js";
import { desiredState } from "../support/parse.js";

const MODEL = readTexts(
  "{type: model, name: m, connection: c, required_access_grants: [g], access_grants: [{name: g, user_attribute: level, allowed_values: [1, 2.0, 2026-01-01]}]}",
);

function reaches(type: string, value: string): string | undefined {
  const file = desiredState(`workspaces: {prod: {attributes: {level: {data_type: ${type}}}}}`);
  const reader = dataReaderOf(withAttributeTypes(MODEL, file.workspaces));
  return reader.read({ level: [value] }).classReach[0]?.reaches;
}

test.each([
  ["string", "1", "no"],
  ["number", "1", "unclear"],
  ["number", "2", "unclear"],
  ["number", "3", "no"],
  ["number", "2026-01-01", "no"],
  ["date", "2026-01-01", "unclear"],
  ["date", "1", "no"],
])(
  "an entry of another type than text is unclear for an attribute of that type only: %s %s",
  (type, value, answer) => {
    expect(reaches(type, value)).toBe(answer);
  },
);
