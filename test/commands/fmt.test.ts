import { chmod, stat } from "node:fs/promises";
import { expect, it } from "vitest";
import { fmt } from "../../src/commands/file/fmt.js";
import { testContext } from "../support/context.js";
import { ended } from "./ended.js";
import { openFolder } from "./folder.js";

const UGLY = "version:   1 # the first\norganization: { id: org_1 }\n";
const NEAT = "version: 1 # the first\norganization: {id: org_1}\n";

it("rewrites what is not canonical, names it, and leaves the rest and its mode alone", async () => {
  const folder = await openFolder();
  const [ugly, neat] = [await folder.write("a.yaml", UGLY), await folder.write("b.yaml", NEAT)];
  await chmod(ugly, 0o664);
  const { context, stdout } = testContext();
  expect(await fmt(context, { file: [ugly, neat] })).toBe("ok");
  expect(await folder.read("a.yaml")).toBe(NEAT);
  expect((await stat(ugly)).mode & 0o777).toBe(0o664);
  expect(stdout()).toBe(`${ugly}\n`);
});

it("only says so with --check", async () => {
  const folder = await openFolder();
  const file = [await folder.write("a.yaml", UGLY)];
  const { context, stdout } = testContext();
  expect(await fmt(context, { file, check: true })).toBe("refused");
  expect(await folder.read("a.yaml")).toBe(UGLY);
  expect(stdout()).toBe(`${file[0]}\n`);
  await fmt(context, { file });
  expect(await fmt(context, { file, check: true })).toBe("ok");
});

it("writes nothing when one of the files is not well-formed", async () => {
  const folder = await openFolder();
  const [ugly, broken] = [await folder.write("a.yaml", UGLY), await folder.write("b.yaml", "version: [1\n")];
  const { context } = testContext();
  expect(await ended(fmt(context, { file: [ugly, broken] }))).toMatchObject({ outcome: "error" });
  expect(await folder.read("a.yaml")).toBe(UGLY);
  expect(await ended(fmt(context, { file: [folder.path("c.yaml")] }))).toMatchObject({
    diagnostics: [{ code: "file-not-found" }],
  });
});
