export function releaseNotes(
  changelog: string,
  version: string,
  about: { readonly released: boolean },
): string;
