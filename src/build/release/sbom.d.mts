export function writeSbom(outfile: string, version: string): Promise<void>;
