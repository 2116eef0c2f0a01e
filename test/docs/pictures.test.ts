import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { launchChromium } from "../support/chromium.js";
import { runInPty } from "../support/in-terminal.js";
import { ORGFORM, orgform } from "../support/run-built.js";
import { terminalSvg } from "./terminal-svg.mjs";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const COLUMNS = 104;

it("the picture in the README is what the quickstart prints today", async () => {
  const sandbox = await startSandbox({
    seed: JSON.parse(readFileSync(at("examples/quickstart/organization.json"), "utf8")),
  });
  try {
    const terminal = runInPty([ORGFORM, "plan"], {
      cwd: at("examples/quickstart"),
      cols: COLUMNS,
      rows: 200,
      // CI: nothing is redrawn, so that what is printed is what stays on the screen.
      env: {
        PATH: process.env.PATH,
        TERM: "xterm",
        CI: "1",
        ORGFORM_BASE_URL: sandbox.url,
        ORGFORM_TOKEN: sandbox.token,
      },
    });
    expect(await terminal.ended).toBe(0);
    const svg = terminalSvg(`$ orgform plan\n\n${terminal.raw().trimStart()}`, {
      columns: COLUMNS,
      label: "orgform plan of the quickstart",
    });
    await expect(svg).toMatchFileSnapshot(at("docs/images/quickstart.svg"));
  } finally {
    await sandbox.close();
  }
});

it("a terminal's colours become classes and its text cannot become markup", () => {
  const svg = terminalSvg(
    '\u001b[32m+ <a href="x">\u001b[39m & \u001b[1m\u001b[31mopened\u001b[39m\u001b[22m.',
    {
      columns: 20,
      label: 'a "label"',
    },
  );
  expect(svg).toContain(
    '<tspan class="green">+ &lt;a href=&quot;x&quot;&gt;</tspan> &amp; <tspan class="strong red">opened</tspan>.',
  );
  expect(svg).toContain('aria-label="a &quot;label&quot;"');
});

/** Every machine draws letters in its own way: nothing compares these pictures with the plan of today. */
it.runIf(process.env.UPDATE_SCREENSHOTS)(
  "takes the screenshots of the plan of examples/data-model",
  async () => {
    const cwd = at("examples/data-model");
    const sandbox = await startSandbox({
      seed: JSON.parse(readFileSync(`${cwd}/organization.json`, "utf8")),
    });
    const browser = await launchChromium();
    try {
      const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
      const { stdout } = await orgform(["plan", "--format", "html"], { cwd, env });
      for (const [colorScheme, name] of [
        ["light", "plan.png"],
        ["dark", "plan-dark.png"],
      ] as const) {
        const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 600 } });
        await page.setContent(stdout);
        await page.screenshot({ path: at(`docs/images/${name}`), fullPage: true });
      }
    } finally {
      await browser.close();
      await sandbox.close();
    }
  },
);

it("the screenshots are there and small", () => {
  for (const name of ["plan.png", "plan-dark.png"]) {
    const path = at(`docs/images/${name}`);
    expect(readFileSync(path).subarray(1, 4).toString()).toBe("PNG");
    expect(statSync(path).size).toBeLessThan(400_000);
  }
});
