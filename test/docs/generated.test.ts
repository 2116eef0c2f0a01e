import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { generateDocs } from "../../src/build/docs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

it("leaves the generated pages as they are: `npm run docs` was run after the last change", async () => {
  const pages = await generateDocs(root);
  expect(Object.keys(pages).length).toBeGreaterThan(0);
  for (const [path, text] of Object.entries(pages))
    expect(text, path).toBe(readFileSync(join(root, path), "utf8"));
});
