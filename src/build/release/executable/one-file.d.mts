import type { Metafile } from "esbuild";

export function bundleAsOneFile(outfile: string, version: string): Promise<Metafile>;
