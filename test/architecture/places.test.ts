import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);

it("every place that src/README.md names for a change exists", () => {
  const page = readFileSync(new URL("src/README.md", ROOT), "utf8");
  const [, section = ""] = /## Where to make a change\n([\s\S]*?)\n## /.exec(page) ?? [];
  const paths = [...section.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(30);
  const places = paths.filter(
    (path) => ![path, `src/${path}`].some((place) => existsSync(new URL(place, ROOT))),
  );
  expect(places).toEqual([]);
});
