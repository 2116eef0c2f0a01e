export function isInstalled(folder: string): boolean;
export function pathApart(folder: string, path: string): string;
