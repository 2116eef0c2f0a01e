// Writes docs/images/plan.png and plan-dark.png: the HTML plan of examples/data-model, as a browser shows it.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launchChromium } from "./chromium.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const orgform = join(root, "dist/main.js");
const example = join(root, "examples/data-model");
const images = join(root, "docs/images");
const folder = mkdtempSync(join(tmpdir(), "orgform-screenshots-"));

const sandbox = spawn(process.execPath, [orgform, "sandbox", "--seed", "organization.json"], {
  cwd: example,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [lines] = await once(sandbox.stdout, "data");
  const target = Object.fromEntries(
    [...`${lines}`.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const page = join(folder, "plan.html");
  const html = execFileSync(process.execPath, [orgform, "plan", "--format", "html"], {
    cwd: example,
    env: { ...process.env, ...target },
  });
  writeFileSync(page, html);
  await photograph(pathToFileURL(page).href);
} finally {
  sandbox.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function photograph(address) {
  const browser = await launchChromium();
  for (const [colorScheme, name] of [
    ["light", "plan.png"],
    ["dark", "plan-dark.png"],
  ]) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 600 } });
    await page.goto(address);
    await page.screenshot({ path: join(images, name), fullPage: true });
  }
  await browser.close();
}
