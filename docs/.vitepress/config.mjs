// The documentation as a site: `npm run docs:site`. The pages are those of the folder above, unchanged.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { defineConfig } from "vitepress";

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, DOCS_BASE: base = "" } = process.env;
/** Where the repository is, in a workflow of its own; elsewhere nobody knows. */
const repository = server && name ? `${server}/${name}` : undefined;
const docs = new URL("..", import.meta.url);

const SECTIONS = {
  "Start here": ["getting-started", "company", "hr-list"],
  Guides: ["pipelines", "who-sees-what", "reviews", "going-back", "safety", "single-sign-on", "sign-in"],
  Reference: ["file", "keys", "commands", "troubleshooting", "sandbox"],
  "More reference": ["action", "assumptions", "sign-in-findings"],
  Background: ["comparison", "performance", "releasing", "development", "decisions"],
};

export default defineConfig({
  title: "orgform",
  description: "Infrastructure as code for an organization of an analytics service: who can see which data",
  lang: "en",
  base: `${base}/`,
  outDir: "../dist.site",
  cacheDir: "../node_modules/.cache/vitepress",
  cleanUrls: true,
  rewrites: { "README.md": "index.md" },
  markdown: { config: asOnGithub, anchor: { slugify: anchor } },
  // What leads out of this folder is followed by test/docs; every other dead link stops the build.
  ignoreDeadLinks: [(link) => repository === undefined && link.includes("../")],
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: sidebar(),
    ...(repository && { socialLinks: [{ icon: "github", link: repository }] }),
  },
});

/** Every page once, by its own title, so that none is forgotten; what no section names stands under Background. */
function sidebar() {
  const named = Object.values(SECTIONS).flat();
  const names = readdirSync(docs).filter((file) => file.endsWith(".md") && file !== "README.md");
  const rest = names.map((file) => file.replace(/\.md$/, "")).filter((page) => !named.includes(page));
  const sections = { ...SECTIONS, Background: [...SECTIONS.Background, ...rest] };
  return Object.entries(sections).map(([text, pages]) => ({ text, items: pages.map(item) }));
}

function item(page) {
  const [, text] = /^# (.+)$/m.exec(readFileSync(new URL(`${page}.md`, docs), "utf8")) ?? [];
  return { text, link: `/${page}` };
}

/** As GitHub makes them, so that one link serves in both places. */
function anchor(title) {
  const letters = title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "");
  return letters.replaceAll(" ", "-");
}

function asOnGithub(markdown) {
  leadToRepository(markdown);
  showCodeAsWritten(markdown);
}

/** Code in a line of text is text: the site would run what stands in two braces. */
function showCodeAsWritten(markdown) {
  const { code_inline } = markdown.renderer.rules;
  markdown.renderer.rules.code_inline = (tokens, i, ...rest) => {
    tokens[i].attrSet("v-pre", "");
    return code_inline(tokens, i, ...rest);
  };
}

/** Links that leave the folder of the pages lead to the repository, where it is known. */
function leadToRepository(markdown) {
  markdown.core.ruler.push("lead-to-repository", ({ tokens, env }) => {
    for (const link of tokens.flatMap(({ children }) => children ?? [])) {
      const href = link.type === "link_open" ? link.attrGet("href") : null;
      if (href === null || repository === undefined || /^(\w+:|#|\/)/.test(href)) continue;
      const path = posix.join("docs", posix.dirname(env.relativePath), href);
      if (!path.startsWith("docs/")) link.attrSet("href", `${repository}/blob/HEAD/${path}`);
    }
  });
}
