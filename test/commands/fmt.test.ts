import { chmod, stat } from "node:fs/promises";
import { expect, it } from "vitest";
import { fmt } from "../../src/commands/file/fmt.js";
import { testContext } from "../support/context.js";
import { orgform } from "../support/run-in-process.js";
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

it.each([true, false])(
  "shows what changes with --diff, and writes it unless with --check (%s)",
  async (check) => {
    const folder = await openFolder();
    const rest = Array.from({ length: 9 }, (_, i) => `x-${i}: 1\n`).join("");
    await folder.write("a.yaml", `${UGLY}${rest}x-end:   1 # \u202e\n`);
    await folder.write("b.yaml", NEAT);
    const flags = check ? ["--check", "--diff"] : ["--diff"];
    const { stdout, stderr } = await orgform(["fmt", ...flags, "-f", "a.yaml", "-f", "b.yaml"], {
      cwd: folder.path(""),
    });
    expect(stdout).toBe(`a.yaml
--- old/a.yaml
+++ new/a.yaml
@@ -1,5 +1,5 @@
-version:   1 # the first
-organization: { id: org_1 }
+version: 1 # the first
+organization: {id: org_1}
 x-0: 1
 x-1: 1
 x-2: 1
@@ -9,4 +9,4 @@
 x-6: 1
 x-7: 1
 x-8: 1
-x-end:   1 # \\u{202e}
+x-end: 1 # \\u{202e}
`);
    expect(stderr).toBe("");
    expect((await folder.read("a.yaml")).startsWith(check ? UGLY : NEAT)).toBe(true);
  },
);
