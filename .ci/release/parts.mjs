// The parts of a release that follow from other files.
import { execFileSync } from "node:child_process";
import { posix } from "node:path";

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

/**
 * The fields of package.json that follow from where the repository is. Its address stands in no file: a workflow has it
 * in its environment, and npm's provenance compares the two. Throws where there is none.
 */
export function repositoryFields({ GITHUB_SERVER_URL: server = "", GITHUB_REPOSITORY: name = "" }) {
  const address = `${server}/${name}`;
  if (!/^https:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+$/.test(address))
    throw new Error(
      `no address of the repository: ${JSON.stringify(address)}. Set GITHUB_SERVER_URL and GITHUB_REPOSITORY, as GitHub does`,
    );
  return {
    repository: { type: "git", url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/**
 * A page of the package whose links to files that are not in the package lead to the repository, at the commit of the
 * version. `files` are the paths in the package.
 */
export function pageInPackage(text, page, { files, homepage, version }) {
  const [address] = homepage.split("#");
  const isIn = (path) => files.some((file) => file === path || file.startsWith(`${path}/`));
  return text.replace(/(\]\()(?!\w+:|#)([^)\s#]+)/g, (link, before, to) => {
    const path = posix.join(posix.dirname(page), to);
    return isIn(path) ? link : `${before}${address}/blob/v${version}/${path}`;
  });
}

/**
 * A CycloneDX bill of materials of these packages, for scanners: they see no dependencies of a package that carries them
 * inside. It is npm's own bill of what is installed, without what is not in the bundle, and the same at every time.
 */
export function billOfMaterials(packages, { repository, homepage, bugs }) {
  const printed = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], { encoding: "utf8" });
  const { serialNumber: _, metadata, components, dependencies, ...bill } = JSON.parse(printed);
  const refs = packages.map(({ name, version }) => `${name}@${version}`);
  const { component, tools } = metadata;
  const isIn = (ref) => refs.includes(ref);
  const externalReferences = [
    { type: "vcs", url: repository.url },
    { type: "website", url: homepage },
    { type: "issue-tracker", url: bugs.url },
  ];
  return {
    ...bill,
    metadata: { tools, component: { ...component, name: "orgform", externalReferences } },
    // npm's properties say that a package is there for development only.
    components: components.filter((one) => isIn(one["bom-ref"])).map(({ properties: _, ...one }) => one),
    dependencies: dependencies
      .filter(({ ref }) => isIn(ref) || ref === component["bom-ref"])
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIn) })),
  };
}
