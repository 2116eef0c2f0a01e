/**
 * The section of CHANGELOG.md on a version, as Markdown without its heading. Throws if there is none, or if a
 * `released` version has no date yet.
 */
export function releaseNotes(changelog, version, { released }) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} – DATE"`);
  const [heading = "", ...lines] = section.split("\n");
  if (released && !/ – \d{4}-\d{2}-\d{2}$/.test(heading))
    throw new Error(`CHANGELOG.md: "## ${heading}" needs its date, "## ${version} – YYYY-MM-DD"`);
  const notes = lines.join("\n").trim();
  if (!/^- /m.test(notes)) throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return `${notes}\n`;
}
