// Makes the documentation as a site, in dist.site/: `npm run docs:site`. Fails on a dead link.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pathApart } from "./apart.mjs";

const vitepress = pathApart("docs/.vitepress", "node_modules/vitepress/bin/vitepress.js");
execFileSync(process.execPath, [vitepress, "build", "docs"], {
  cwd: fileURLToPath(new URL("../..", import.meta.url)),
  stdio: "inherit",
});
