import { defineConfig, mergeConfig } from "vitest/config";
import { SLOW } from "./slow-list.js";
import all from "./vitest.config.js";

/** What `npm run check` runs: everything but what takes seconds. */
export default mergeConfig(
  all,
  defineConfig({ test: { exclude: SLOW.map((name) => `test/${name}.test.{ts,tsx}`) } }),
);
