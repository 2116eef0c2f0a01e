import { dirname, join, relative, sep } from "node:path";
import { isMap, isScalar } from "yaml";
import { groupBy } from "../../util/group-by.js";
import { sortedBy } from "../../util/order.js";
import { parseSource } from "../parse/parse-source.js";
import { scalarText } from "../text/scalar.js";
import type { Source } from "../text/source.js";

/** One organization of a folder of organizations. */
export interface FoundOrganization {
  /** The path of the file relative to the folder, without the parts that all paths share: unique and stable. */
  readonly name: string;
  /** The file or folder to give to other commands. */
  readonly path: string;
}

/**
 * Finds which of the files below `folder` belong together. A folder whose files name one organization is that
 * organization, with everything below it; where they name several, each such file is one of its own. In `folder`
 * itself each file is. `leftOut` are files of our format that belong to none. Files of other formats are passed over.
 */
export function findOrganizations(
  folder: string,
  sources: readonly Source[],
): { readonly organizations: readonly FoundOrganization[]; readonly leftOut: readonly string[] } {
  const isFile = sources.some(({ filename }) => filename === folder);
  const root = dirname(isFile ? folder : join(folder, "x"));
  const ours = sources.flatMap(ourFile);
  const oneOrganization = [...groupBy(ours, ({ path }) => dirname(path))].flatMap(([at, files]) =>
    at !== root && new Set(files.flatMap(({ organization }) => organization ?? [])).size === 1 ? [at] : [],
  );
  // Of one folder inside another the outer one counts; reading it tells if its parts fit together.
  const outermostFirst = oneOrganization.sort((a, b) => a.length - b.length);
  const folderOf = (path: string): string | undefined =>
    outermostFirst.find((outer) => path.startsWith(outer + sep));
  const units = groupBy(ours, ({ path }) => folderOf(path) ?? path);
  // A folder may hold other YAML, such as a data model: a file that is alone of our format is given by itself.
  const found = [...units].flatMap(([unit, files]) =>
    files.some(({ organization }) => organization !== undefined)
      ? [{ unit, path: files.length === 1 ? (files[0]?.path ?? unit) : unit }]
      : [],
  );
  const names = groupBy(found, ({ unit }) => nameOf(relative(root, unit)));
  const organizations = [...names].flatMap(([name, same]) =>
    same.map(({ unit, path }) => ({ name: same.length === 1 ? name : slashed(relative(root, unit)), path })),
  );
  const used = new Set(found.map(({ unit }) => unit));
  return {
    organizations: sortedBy(organizations, ({ name }) => name),
    leftOut: [...units.keys()].filter((unit) => !used.has(unit)).sort(),
  };
}

const slashed = (path: string): string => path.split(sep).join("/");
const nameOf = (path: string): string => slashed(path).replace(/\.ya?ml$/i, "");

/** A file of our format with the id of the organization that it names. */
interface OurFile {
  readonly path: string;
  readonly organization: string | undefined;
}

/** A broken file that looks like ours counts as an organization, so that it is loaded and its errors are shown. */
function ourFile(source: Source): OurFile[] {
  const path = source.filename;
  const parsed = parseSource(source);
  if (!("root" in parsed)) {
    const looksLikeOurs = /^["']?(organization|workspaces)["']?\s*:/m.test(source.text);
    return looksLikeOurs ? [{ path, organization: path }] : [];
  }
  const { root } = parsed;
  const version = root.get("version", true);
  if (!isScalar(version) || scalarText(version) !== "1") return [];
  const organization = root.get("organization");
  if (organization === undefined) return [{ path, organization: undefined }];
  const id = isMap(organization) ? organization.get("id", true) : undefined;
  return [{ path, organization: isScalar(id) ? scalarText(id) : path }];
}
