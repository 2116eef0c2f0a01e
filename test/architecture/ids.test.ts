import { expect, it } from "vitest";
import { SOURCES, textOf } from "./sources.js";

/** Who talks to the service, or stands for it. */
const BY_IDS = /^(?:acceptance|api|apply|kinds|live|sandbox|model)\//;

/** The other files that find people, groups and attributes by id. A file may leave this list; none may join it. */
const STILL: readonly string[] = [
  // Which values to read is asked before anybody has a name.
  "commands/access/who-person.ts",
  "plan/reads/reads-for-changes.ts",
  "plan/reads/reads-for-file.ts",
  // Half a million memberships become indices at once, without a name in between.
  "plan/people/access-plan.ts",
  // The admins of a new workspace, who are known from other workspaces.
  "plan/diff/new-workspace.ts",
];

/** Comments and texts, which may speak of users. */
const PROSE = /\/\*[\s\S]*?\*\/|\/\/.*$|"[^"\n]*"|`[^`]*`/gm;

it("ids become names in the kinds, and hardly anywhere else", () => {
  const found = SOURCES.filter(
    (file) =>
      !BY_IDS.test(file) &&
      textOf(file).includes("/live-state.js") &&
      /\b(?:attribute_id|users)\b/.test(textOf(file).replace(PROSE, "")),
  );
  expect(found.sort()).toEqual([...STILL].sort());
});
