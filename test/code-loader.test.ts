import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCodeLoader } from "../src/code-loader.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-loader-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks/answer.js"), answer(1));
  writeFileSync(
    join(folder, "chunks/entry.js"),
    'exports.sep=require("node:path").sep;exports.answer=require("./answer.js").answer;',
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The same length for each digit: what V8 goes by when it decides whether a cache fits its source. */
const answer = (digit: number): string => `exports.answer=(()=>()=>${digit})();`;

const load = (): number => loadFor("plan");

function loadFor(command: string | undefined): number {
  const loader = createCodeLoader(folder, command);
  const entry = loader.load("chunks/entry.js") as { sep: string; answer: () => number };
  expect(entry.sep).toBe("/");
  const number = entry.answer();
  loader.keep();
  return number;
}

const cachesFolder = (): string => join(folder, "cache", readdirSync(join(folder, "cache"))[0] ?? "");
const cacheFolder = (): string => join(cachesFolder(), "plan");

describe("the code loader", () => {
  it("runs what was compiled the last time, where that is kept", () => {
    expect(load()).toBe(1);
    writeFileSync(join(folder, "chunks/answer.js"), answer(2));
    expect(load()).toBe(1);
    expect(loadFor(undefined)).toBe(2);
  });

  it("keeps nothing where it is told not to", () => {
    loadFor(undefined);
    expect(existsSync(join(folder, "cache"))).toBe(false);
  });

  it("keeps for each command what that one runs, and takes no word for a path", () => {
    load();
    writeFileSync(join(folder, "chunks/answer.js"), answer(2));
    expect(load()).toBe(1);
    expect(loadFor("apply")).toBe(2);
    for (const typed of ["--verbose", "../../plan", ""]) loadFor(typed);
    expect(readdirSync(cachesFolder()).sort()).toEqual(["apply", "other", "plan"]);
    expect(readdirSync(folder).sort()).toEqual(["cache", "chunks"]);
  });

  it("passes over a cache that is not as it was written", () => {
    load();
    const cacheFile = join(cacheFolder(), "answer.js");
    const whole = readFileSync(cacheFile);
    writeFileSync(join(folder, "chunks/answer.js"), answer(2));
    for (const at of [0, 4, 10, whole.length >> 1, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      for (const broken of [changed, whole.subarray(0, at)]) {
        writeFileSync(cacheFile, broken);
        expect(load()).toBe(2);
      }
    }
  });

  it("leaves nothing but the cache, and works where it cannot be written", () => {
    load();
    load();
    expect(readdirSync(cacheFolder()).sort()).toEqual(["answer.js", "entry.js"]);
    rmSync(join(folder, "cache"), { recursive: true });
    writeFileSync(join(folder, "cache"), "in its place");
    expect(load()).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(["cache", "chunks"]);
  });

  it("loads each file once, and files that load each other", () => {
    writeFileSync(join(folder, "a.js"), 'exports.name="a";exports.b=require("./b.js");');
    writeFileSync(join(folder, "b.js"), 'exports.name="b";exports.a=require("./a.js");');
    const loader = createCodeLoader(folder, "plan");
    const a = loader.load("a.js") as { b: { a: unknown } };
    expect(a.b.a).toBe(a);
    expect(loader.load("a.js")).toBe(a);
  });
});
