import { expect, it, vi } from "vitest";
import { readInputs } from "../../.github/action/inputs.mjs";

it("takes overrides as orgform prints them, and as one word", () => {
  const given = `
    --allow delete.group=12
    --allow 'own-user=ada o'\\''hara@northwind.example'
    --allow=access.opened=1
    --full
  `;
  vi.stubEnv("INPUT_ARGUMENTS", given);
  const inputs = readInputs();
  vi.unstubAllEnvs();
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
  ["", false],
  ["yes", undefined],
  ["True", undefined],
])("reads the switch `%s` as %s", (text, meaning) => {
  vi.stubEnv("INPUT_LABELS", text);
  const { labels } = readInputs();
  vi.unstubAllEnvs();
  expect(labels).toBe(meaning);
});
