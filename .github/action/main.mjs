// The runner's entry, which needs no library: it starts the action as this very commit builds it. A release carries its
// build. Any other commit builds itself once, from libraries that package-lock.json names by hash; no script of theirs runs.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withoutSecrets } from "./secrets.mjs";

const built = new URL("dist/action.mjs", import.meta.url);
if (!existsSync(built)) build(fileURLToPath(new URL("../..", import.meta.url)));
await import(built.href);

function build(root) {
  const run = (program, ...args) =>
    execFileSync(program, args, {
      cwd: root,
      env: withoutSecrets(process.env, { keepOrgform: false }),
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
  try {
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    run(process.execPath, "src/build/build.mjs");
  } catch {
    process.stdout.write(
      "::error title=orgform::The action cannot be built: the log above says why. It needs npm and its registry; a release needs neither.\n",
    );
    process.exit(1);
  }
}
