import { expect, it } from "vitest";
// @ts-expect-error: the action is plain JavaScript without types
import { readInputs } from "../../.github/action/inputs.mjs";

it("takes overrides as orgform prints them, and as one word", () => {
  const INPUT_ARGUMENTS = `
    --allow delete.group=12
    --allow 'own-user=ada o'\\''hara@northwind.example'
    --allow=access.opened=1
    --show-unchanged
  `;
  expect(readInputs({ INPUT_ARGUMENTS }).arguments).toEqual([
    "--allow=delete.group=12",
    "--allow=own-user=ada o'hara@northwind.example",
    "--allow=access.opened=1",
    "--show-unchanged",
  ]);
});
