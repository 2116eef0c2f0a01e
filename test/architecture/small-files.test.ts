import { expect, it } from "vitest";
import { importsOf, SOURCES, textOf } from "./sources.js";

const FEW_LINES = 40;

/** Small files with one importer, each an idea of its own. A file may leave this list; none may join it. */
const EXCUSED: readonly string[] = [
  "api/quote.ts", // a rule of secrecy for the words of the service, tested alone
  "sandbox/routes/me.ts", // the endpoints of one subject
  "sign-in/terms/uuid.ts", // an algorithm of an RFC, tested alone
];

const topOf = (file: string): string => file.split("/")[0] ?? "";

/** A file that another one loads when it is used, in the place of importing it. */
const isLoaded = (file: string, by: string): boolean =>
  textOf(by).includes(`/${file.split("/").at(-1)?.replace(/\.ts$/, "")}.js")`);

it("a small file that one other file of its top folder imports stands in that file", () => {
  const importers = new Map<string, string[]>();
  for (const file of SOURCES)
    for (const target of new Set(importsOf(file)))
      importers.set(target, [...(importers.get(target) ?? []), file]);
  const small = SOURCES.filter((file) => {
    const [importer, ...others] = importers.get(file) ?? [];
    return (
      importer !== undefined &&
      others.length === 0 &&
      topOf(file) !== "build" &&
      topOf(importer) === topOf(file) &&
      !isLoaded(file, importer) &&
      textOf(file).trimEnd().split("\n").length < FEW_LINES
    );
  });
  expect(importers.size).toBeGreaterThan(400);
  expect(small).toEqual(EXCUSED);
});
