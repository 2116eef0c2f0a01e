// `npm run acceptance`: the checks against an embedded sandbox, or against the service that ORGFORM_BASE_URL names.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const given = process.argv.slice(2);
const isTold =
  Boolean(process.env.ORGFORM_BASE_URL) || given.includes("--base-url") || given.includes("--region");
const options = isTold ? given : ["--organization", "org_northwind", "--sandbox", "--auto-approve", ...given];
const orgform = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const { status } = spawnSync(process.execPath, [orgform, "acceptance", ...options], { stdio: "inherit" });
process.exitCode = status ?? 1;
