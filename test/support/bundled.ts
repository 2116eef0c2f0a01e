import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Each library whose licence goes with a bundle, by the path of its notices from the root. */
export function bundledIn(notices: string): { name: string; version: string }[] {
  const text = readFileSync(fileURLToPath(new URL(`../../${notices}`, import.meta.url)), "utf8");
  const headings = text.matchAll(/(?:^|-{72}\n\n)(\S+) (\d\S*) \(/g);
  return [...headings].map(([, name = "", version = ""]) => ({ name, version }));
}
