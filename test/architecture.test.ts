import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const TEST = fileURLToPath(new URL(".", import.meta.url));
const FILES = globSync("**/*.{ts,tsx}", { cwd: SRC, ignore: ["**/generated/**", "**/*.d.ts"] });

/** Who may import whom: a folder imports from itself and from lower floors. */
const FLOORS: readonly (readonly string[])[] = [
  ["util"],
  ["model"],
  ["kinds"],
  ["access"],
  ["data-model"],
  ["config", "api"],
  ["plan"],
  ["live"],
  ["apply", "acceptance", "sign-in"],
  ["report"],
  ["tui"],
  ["commands"],
  ["sign-in/commands"],
  ["cli"],
  ["build"],
];

/** Libraries that one folder alone may know. */
const SOLE_IMPORTERS: Readonly<Record<string, string>> = {
  yaml: "config",
  ajv: "config",
  "csv-parse": "config",
  ofetch: "api",
  undici: "api",
  "deep-diff": "plan",
  diff: "report",
  ink: "tui",
  react: "tui",
  commander: "cli",
  hono: "sandbox",
};

const floorOf = (folder: string): number => FLOORS.findIndex((floor) => floor.includes(folder));

/** The folder that has a floor: the first of a path, except for a wing's own commands. */
function folderOf(path: string): string {
  if (path.startsWith("sign-in/commands/")) return "sign-in/commands";
  return path.includes("/") ? (path.split("/")[0] ?? "") : "";
}

/** What a file imports of the sources, as paths below `src`. */
function sourcesOf(file: string): string[] {
  return importsOf(file)
    .filter((target) => target.startsWith("."))
    .map((target) => relative(SRC, join(SRC, dirname(file), target)).replace(/\.js$/, ".ts"))
    .map((path) => (FILES.includes(path) ? path : path.replace(/\.ts$/, ".tsx")))
    .filter((path) => FILES.includes(path));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target]) => target ?? "");
}

describe("the architecture", () => {
  it("lets a folder import from itself and from lower floors only", () => {
    const violations = FILES.flatMap((file) => {
      const from = folderOf(file);
      return importsOf(file)
        .filter((target) => target.startsWith("."))
        .map((target) => relative(SRC, join(SRC, dirname(file), target)))
        .filter((target) => {
          const to = folderOf(target);
          if (from === "" || from === to || to === "") return false;
          // The schemas are data, below all floors.
          if (target.startsWith("../schemas/")) return false;
          // The sandbox is the service: it knows none of the client's side; commands and cli start it.
          if (from === "sandbox") return to !== "util";
          if (to === "sandbox") return from !== "commands" && from !== "cli";
          return floorOf(to) < 0 || floorOf(to) >= floorOf(from);
        })
        .map((target) => `${file} imports ${target}`);
    });
    expect(FILES.length).toBeGreaterThan(100);
    expect(violations).toEqual([]);
  });

  it("lets others into a wing by its door only, so that it could leave", () => {
    const DOORS: Readonly<Record<string, readonly RegExp[]>> = {
      sandbox: [/^sandbox\/start-sandbox\.js$/],
      // The command table loads its commands one by one.
      "sign-in": [/^sign-in\/sign-in\.js$/, /^sign-in\/commands\//],
    };
    const tests = globSync("**/*.{ts,tsx}", { cwd: TEST }).map((file) => join("../test", file));
    const violations = [...FILES, ...tests].flatMap((file) =>
      [...readFileSync(join(SRC, file), "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)]
        .map(([, target = ""]) => relative(SRC, join(SRC, dirname(file), target)))
        .filter((target) => {
          const [wing = ""] = target.split("/");
          const isInside = file.startsWith(`${wing}/`) || file.startsWith(`../test/${wing}/`);
          return wing in DOORS && !isInside && !DOORS[wing]?.some((door) => door.test(target));
        })
        .map((target) => `${file} imports ${target}`),
    );
    expect(violations).toEqual([]);
  });

  it("lets no document write HTML by itself", () => {
    const violations = FILES.filter((file) => !file.startsWith("report/html/")).flatMap((file) =>
      sourcesOf(file)
        .filter((target) => /^report\/html\/(?!(page|plan)-html)/.test(target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(violations).toEqual([]);
  });

  it("keeps each library behind one folder", () => {
    const violations = FILES.flatMap((file) =>
      importsOf(file).flatMap((target) => {
        const owner = SOLE_IMPORTERS[target.split("/")[0] ?? ""];
        return owner === undefined || folderOf(file) === owner ? [] : [`${file} imports ${target}`];
      }),
    );
    expect(violations).toEqual([]);
  });

  it("prints, exits and reads the environment at the edge only", () => {
    const violations = FILES.filter(
      (file) =>
        !["main.ts"].includes(file) &&
        /\bconsole\.|process\.(stdout|stderr|exit|argv|env)\b/.test(readCode(file)),
    );
    expect(violations).toEqual([]);
  });

  it("has no circle of imports", () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      if (path.includes(file) || done.has(file)) return;
      for (const target of sourcesOf(file)) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of FILES) visit(file, []);
    expect(circles).toEqual([]);
  });

  it("has no circle of folders", () => {
    const neighbours = new Map<string, Set<string>>();
    for (const file of FILES) {
      const from = dirname(file);
      const known = neighbours.get(from) ?? new Set();
      for (const target of sourcesOf(file)) if (dirname(target) !== from) known.add(dirname(target));
      neighbours.set(from, known);
    }
    /** The folders that `from` knows, through any number of others. */
    const reach = (from: string): ReadonlySet<string> => {
      const reached = new Set<string>();
      const waiting = [...(neighbours.get(from) ?? [])];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (reached.has(next)) continue;
        reached.add(next);
        waiting.push(...(neighbours.get(next) ?? []));
      }
      return reached;
    };
    expect([...neighbours.keys()].filter((folder) => reach(folder).has(folder))).toEqual([]);
  });

  it("keeps folders small enough to survey", () => {
    const sizes = new Map<string, number>();
    const all = globSync("**/*.{ts,tsx,mjs}", { cwd: SRC, ignore: ["**/generated/**"] });
    for (const file of all) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
    expect([...sizes].filter(([, files]) => files > 15)).toEqual([]);
  });

  it("keeps files short enough to read in one sitting", () => {
    const lengths = FILES.map((file) => readFileSync(join(SRC, file), "utf8").split("\n").length).sort(
      (a, b) => a - b,
    );
    expect(lengths.at(-1)).toBeLessThanOrEqual(300);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100);
  });
});

/** A file without comments, which may speak of what the code must not do. */
function readCode(file: string): string {
  return readFileSync(join(SRC, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*$/gm, "");
}
