import type { Plugin } from "esbuild";

export const yamlAlias: Readonly<Record<string, string>>;
export const yamlWithoutGenerators: Plugin;
