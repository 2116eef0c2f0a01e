import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { expect, it } from "vitest";
import { isLeftOut } from "../support/apart.js";

const DOCS = fileURLToPath(new URL("../../docs", import.meta.url));

it.skipIf(isLeftOut("docs/.vitepress"))(
  "the site shows what the pages say, and runs none of it",
  async () => {
    const { default: site } = await import(`${DOCS}/.vitepress/config.mjs`);
    const { createMarkdownRenderer } = await import(
      `${DOCS}/.vitepress/node_modules/vitepress/dist/node/index.js`
    );
    const markdown = await createMarkdownRenderer(DOCS, site.markdown);
    for (const path of globSync("**/*.md", { cwd: DOCS, absolute: true })) {
      const html = markdown.render(readFileSync(path, "utf8"), { relativePath: path });
      const run = html.replace(/<(pre|code)\b[^>]* v-pre[^>]*>[\s\S]*?<\/\1>/g, "");
      expect(run.includes("{{"), path).toBe(false);
    }
  },
);
