export function bundleAsOneFile(outfile: string, version: string): Promise<readonly string[]>;
