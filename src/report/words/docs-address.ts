/** The web address of a page of the documentation, as it was for a version's minor line: an installed command has no other copy that a browser opens. */
export function docsAddress(version: string, page: string): string {
  const [major, minor] = version.split(".");
  return `https://unpkg.com/orgform@${major}.${minor}/docs/${page}`;
}

const LINK = /\[([^\]]+)\]\(([^)#]*)(?:#([^)]*))?\)/g;

/** Markdown of the troubleshooting page for a reader elsewhere: its links lead to the web. */
export const withWebLinks = (markdown: string, version: string): string =>
  markdown.replace(LINK, (_, text: string, page: string, anchor?: string) => {
    const address = docsAddress(version, page === "" ? "troubleshooting.md" : page);
    return `[${text}](${address}${anchor === undefined ? "" : `#${anchor}`})`;
  });

/** The same without links, a paragraph or an item of a list on each line: another code is a command, another page its file. */
export const withoutLinks = (markdown: string): string =>
  markdown
    .replace(/\s+/g, (blank) => (blank.includes("\n\n") ? "\n\n" : blank.includes("\n") ? "\n" : " "))
    .replace(/(?<!\n)\n(?!- |\n)/g, " ")
    .replace(LINK, (_, text: string, page: string, anchor?: string) => {
      const help = `\`orgform help ${anchor}\``;
      if (page === "") return text === anchor ? help : `${text} (${help})`;
      return `${text} (docs/${page})`;
    });
