import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
let root: string;

/** A checkout of the action without its build; npm and the build are stand-ins that say what they see. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "orgform-entry-"));
  for (const name of ["main.mjs", "secrets.mjs"])
    cpSync(join(ROOT, ".github/action", name), join(root, ".github/action", name));
  write("bin/npm", '#!/bin/sh\necho "npm $*"\nenv | cut -d= -f1 | sed "s/^/npm sees: /"\nexit $NPM_ENDS\n');
  chmodSync(join(root, "bin/npm"), 0o755);
  write(
    "src/build/build.mjs",
    `import { mkdirSync, writeFileSync } from "node:fs";
console.log("build sees:", Object.keys(process.env).join());
mkdirSync(".github/action/dist");
writeFileSync(".github/action/dist/action.mjs", "console.log('the action runs with', process.env.ORGFORM_TOKEN)");`,
  );
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const enter = (env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(root, ".github/action/main.mjs")], {
    cwd: tmpdir(),
    encoding: "utf8",
    env: {
      PATH: `${join(root, "bin")}:${process.env.PATH}`,
      ORGFORM_TOKEN: "token",
      NPM_ENDS: "0",
      "INPUT_GITHUB-TOKEN": "ghs",
      ACTIONS_RUNTIME_TOKEN: "runtime",
      ...env,
    },
  });

describe("the action's entry", () => {
  it("is what action.yml names", () => {
    expect(parse(readFileSync(join(ROOT, "action.yml"), "utf8")).runs).toEqual({
      using: "node24",
      main: ".github/action/main.mjs",
    });
  });

  it("builds its own commit once, by the hashes of the lock file and without any secret in reach", () => {
    const first = enter();
    expect(first.stdout).toContain("npm ci --ignore-scripts --no-audit --no-fund\n");
    expect(first.stdout).toContain("npm sees: PATH");
    expect(first.stdout).not.toMatch(/sees:.*(ORGFORM_|INPUT_|ACTIONS_)/);
    expect(first.stdout).toMatch(/the action runs with token\n$/);
    expect(enter().stdout).toBe("the action runs with token\n");
  });

  it("ends with an error where it cannot be built", () => {
    const { status, stdout } = enter({ NPM_ENDS: "1" });
    expect(status).toBe(1);
    expect(stdout).toContain("::error title=orgform::The action cannot be built");
    expect(existsSync(join(root, ".github/action/dist"))).toBe(false);
  });

  it("installs nothing whose hash the lock file does not have", () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
      packages: Readonly<Record<string, { readonly integrity?: string; readonly inBundle?: boolean }>>;
    };
    const unpinned = Object.entries(packages).filter(
      ([path, { integrity, inBundle }]) => path !== "" && !inBundle && !integrity?.startsWith("sha512-"),
    );
    expect(unpinned.map(([path]) => path)).toEqual([]);
  });
});
