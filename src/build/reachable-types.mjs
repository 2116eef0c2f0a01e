// Keeps of the types only what the library's face leads to: the compiler writes those of every module that it has read.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** Removes the declarations in `folder` that `index.d.ts` does not import, directly or through others. */
export function keepReachableTypes(folder) {
  const reached = new Set();
  const follow = (path) => {
    if (reached.has(path) || !existsSync(path)) return;
    reached.add(path);
    for (const [, from] of readFileSync(path, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)\.js"/g))
      follow(join(dirname(path), `${from}.d.ts`));
  };
  follow(join(folder, "index.d.ts"));
  for (const each of readdirSync(folder, { recursive: true })) {
    const path = join(folder, each);
    if (path.endsWith(".d.ts") && !reached.has(path)) rmSync(path);
  }
}
