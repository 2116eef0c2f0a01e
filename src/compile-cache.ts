import module from "node:module";
import { join } from "node:path";

/**
 * Lets Node keep what V8 compiles for the next start, where this version of Node can (22.8 and later). The cache is in
 * the package's own folder, so that nobody can put code there who could not change the program itself; a folder that
 * cannot be written gives no cache, nor does a program without a folder of its own (a single executable). Each `command`
 * has a cache of its own, because each runs other functions of the same files, and Node never adds to what it has kept
 * of a file. `NODE_DISABLE_COMPILE_CACHE=1` turns it off (Node's documentation, module.enableCompileCache).
 */
export function enableCompileCache(folder: string | undefined, command = ""): void {
  if (folder === undefined) return;
  // Options may come first, and what somebody typed is no path.
  const own = /^[a-z][a-z-]*$/.test(command) ? command : "other";
  const { enableCompileCache: enable } = module as { enableCompileCache?: (folder: string) => unknown };
  enable?.(join(folder, "cache", own));
}
