/** Where a page of the documentation is on the web, as it was for a version's minor line: an installed command has no other copy that a browser opens. */
export function docsAddress(version: string, page: string): string {
  const [major, minor] = version.split(".");
  return `https://unpkg.com/orgform@${major}.${minor}/docs/${page}`;
}
