export function generateDocs(root: string): Promise<Readonly<Record<string, string>>>;
