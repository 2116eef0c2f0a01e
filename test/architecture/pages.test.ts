import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { FOLDERS, filesIn, importsOf, SOURCES, SRC, textOf } from "./sources.js";

const pageOf = (folder: string): string => join(folder, "README.md");
const PAGES = FOLDERS.filter((folder) => existsSync(join(SRC, pageOf(folder))));
const proseOf = (folder: string): string => textOf(pageOf(folder)).replace(/\s+/g, " ");
const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The folders and files of other floors that a page allows. */
const allowedBy = (folder: string): readonly string[] =>
  quoted(/It may import ([^.]*(?:\.(?! )[^.]*)*)\./.exec(proseOf(folder))?.[1] ?? "");

/** The order of the folders in a folder, `./` for its own files, which come last unless the page says otherwise. */
function orderIn(folder: string): readonly string[] | undefined {
  const [, list] = /the folders before it: (.*)$/.exec(proseOf(folder)) ?? [];
  if (list === undefined) return undefined;
  const named = list.split(" · ").map((item) => quoted(item)[0] ?? "");
  return named.includes("./") ? named : [...named, "./"];
}

const partsBelow = (folder: string): readonly string[] =>
  FOLDERS.filter((other) => dirname(other) === folder).map((other) => `${basename(other)}/`);

/** The part of a folder in which something is: one of its folders, or its own files. */
function partOf(folder: string, path: string): string {
  const [first = "", ...rest] = path.slice(folder.length + 1).split("/");
  return rest.length === 0 ? "./" : `${first}/`;
}

describe("the page at the door of a folder", () => {
  it("is there for more than five files, and where there are folders in it", () => {
    const needed = FOLDERS.filter((folder) => filesIn(folder).length > 5 || partsBelow(folder).length > 0);
    expect(needed.filter((folder) => !PAGES.includes(folder))).toEqual([]);
  });

  it("has 6 to 12 lines: what to open first, what never to put here, whom it may import", () => {
    const wrong = PAGES.filter((folder) => {
      const lines = textOf(pageOf(folder)).trimEnd().split("\n").length;
      const prose = proseOf(folder);
      const [, first = "-"] = /Open `([^`]+)` first/.exec(prose) ?? [];
      const isComplete = prose.includes("Never put here: ") && prose.includes("It may import ");
      return lines < 6 || lines > 12 || !isComplete || !existsSync(join(SRC, folder, first));
    });
    expect(wrong).toEqual([]);
  });

  it("names files that exist", () => {
    const missing = PAGES.flatMap((folder) =>
      quoted(proseOf(folder))
        .filter((name) => /^[\w./-]+\.(ts|tsx|mjs|yaml)$/.test(name))
        .filter((name) => ![folder, "", ".."].some((from) => existsSync(join(SRC, from, name))))
        .map((name) => `${folder}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("allows what the files of the folder import of other floors", () => {
    const violations = SOURCES.flatMap((file) => {
      const page = nearestPage(file);
      if (page === undefined) return [];
      const [top = ""] = file.split("/");
      const allowed = allowedBy(page);
      return importsOf(file)
        .filter((target) => !target.startsWith(`${top}/`))
        .filter(
          (target) => !allowed.some((one) => target === one || (one.endsWith("/") && target.startsWith(one))),
        )
        .map((target) => `${file} imports ${target}, which ${pageOf(page)} does not allow`);
    });
    expect(violations).toEqual([]);
  });

  it("says the order of the folders in it, and they import in that order", () => {
    const violations = PAGES.flatMap((folder) => {
      const parts = partsBelow(folder);
      if (parts.length === 0) return [];
      const order = orderIn(folder) ?? [];
      const unlisted = parts.filter((part) => !order.includes(part));
      const gone = order.filter((part) => part !== "./" && !parts.includes(part));
      const within = SOURCES.filter((file) => file.startsWith(`${folder}/`));
      const upwards = within.flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith(`${folder}/`) && !target.includes("/generated/"))
          .filter((target) => order.indexOf(partOf(folder, target)) > order.indexOf(partOf(folder, file)))
          .map((target) => `${file} imports ${target}`),
      );
      return [...[...unlisted, ...gone].map((part) => `${pageOf(folder)}: ${part}`), ...upwards];
    });
    expect(violations).toEqual([]);
  });
});

function nearestPage(file: string): string | undefined {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder))
    if (PAGES.includes(folder)) return folder;
  return undefined;
}
