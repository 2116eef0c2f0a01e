import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of this machine's Chromium; `undefined` without one. */
export function findChromium(): string | undefined {
  return PLACES.find((path) => path !== undefined && existsSync(path));
}

/** Starts the machine's own Chromium with an empty profile and without any network of its own. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("There is no Chromium: install it (apt-get install chromium), or name one in CHROMIUM.");
  return await chromium.launch({ executablePath, headless: true, args: FLAGS });
}
