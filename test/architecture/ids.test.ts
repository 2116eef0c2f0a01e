import { expect, it } from "vitest";
import { SOURCES, textOf } from "./sources.js";

/** Who talks to the service, or stands for it. */
const BY_IDS = /^(?:acceptance|api|apply|kinds|live|sandbox)\//;

/** Comments and texts, which may speak of users. */
const PROSE = /\/\*[\s\S]*?\*\/|\/\/.*$|"[^"\n]*"|`[^`]*`/gm;

it("ids become names in the kinds, and nowhere else", () => {
  const found = SOURCES.filter(
    (file) =>
      !BY_IDS.test(file) &&
      textOf(file).includes("/live-state.js") &&
      /\b(?:attribute_id|users)\b/.test(textOf(file).replace(PROSE, "")),
  );
  expect(found).toEqual([]);
});
