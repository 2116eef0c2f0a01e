import { expect, it, vi } from "vitest";
import { readInputs } from "../../.github/action/inputs.mjs";
import { DEFAULT_INPUTS } from "./runner.js";

/** Inputs as action.yml has them by default, but for these. */
function given(more: Readonly<Record<string, string>>): ReturnType<typeof readInputs> {
  for (const [name, value] of Object.entries({
    ...DEFAULT_INPUTS,
    command: "plan",
    "github-token": "ghs",
    ...more,
  }))
    vi.stubEnv(`INPUT_${name.toUpperCase()}`, value);
  try {
    return readInputs();
  } finally {
    vi.unstubAllEnvs();
  }
}

it("takes overrides as orgform prints them, and as one word", () => {
  const inputs = given({
    arguments: `
    --allow delete.group=12
    --allow 'own-user=ada o'\\''hara@northwind.example'
    --allow=access.opened=1
    --full
  `,
  });
  expect(inputs.arguments).toEqual([
    "--allow=delete.group=12",
    "--allow=own-user=ada o'hara@northwind.example",
    "--allow=access.opened=1",
    "--full",
  ]);
});

it.each([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
])("reads the switch `%s` as %s", (text, meaning) => {
  expect(given({ labels: text }).labels).toBe(meaning);
});

it("takes words for its defaults", () => {
  expect(given({})).toMatchObject({ arguments: [], base: "auto", digest: "auto", package: "auto" });
});

it.each(["yes", "True"])("takes no switch `%s`", (labels) => {
  expect(() => given({ labels })).toThrow("labels: it takes true or false.");
});

it.each(Object.keys(DEFAULT_INPUTS))("takes no empty %s, which is a variable that nobody has set", (name) => {
  for (const text of ["", "  "]) expect(() => given({ [name]: text })).toThrow(`${name}: it is empty.`);
});
