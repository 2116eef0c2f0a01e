import { isAbsolute, join, normalize, relative, sep } from "node:path";
import { isMap, isScalar, isSeq } from "yaml";
import { listFolder } from "../parse/list-folder.js";
import { parseForeignSource } from "../parse/parse-source.js";
import { readBounded } from "../parse/read-bounded.js";
import { error, type FileDiagnostic, warning } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { fitsGlob, foldersBelow, isGlob } from "./globs.js";

const { existsSync } = process.getBuiltinModule("node:fs");

/** The files of a data model, sorted by folder and path, and why some of them cannot be read. */
export interface ModelFiles {
  readonly files: readonly string[];
  readonly findings: readonly FileDiagnostic[];
  /** Nothing is known to be missing. */
  readonly isComplete: boolean;
}

const PROJECT_FILE = "zenlytic_project.yml";
const MISNAMED_PROJECT_FILE = "zenlytic_project.yaml";

const PATH_KEYS = ["model-paths", "view-paths", "topic-paths", "dashboard-paths"];

/**
 * Lists the `*.yml` and `*.yaml` files of the folders that a model's `zenlytic_project.yml` names or, where it names
 * none, of its whole folder; of those, the ones that the query engine reads. Throws what the system says of the folder
 * itself.
 */
export async function listModel(folder: string): Promise<ModelFiles> {
  const unread: FileDiagnostic[] = [];
  const report = ({ summary, detail }: Pick<FileDiagnostic, "summary" | "detail">): void => {
    unread.push(warning("model-unreadable", summary, detail));
  };
  const project = await projectOf(folder, report);
  const found =
    project.folders === undefined
      ? listFolder(folder, report).filter(isOfModel)
      : filesIn(folder, project.folders, report);
  const ignored = found.flatMap((file) => ignoredBecause(folder, file) ?? []);
  const files = found.filter(
    (file) => ignoredBecause(folder, file) === undefined && !isProjectFile(folder, file),
  );
  return { files, findings: [...unread, ...project.findings, ...ignored], isComplete: unread.length === 0 };
}

function filesIn(
  folder: string,
  named: readonly string[],
  report: (finding: Pick<FileDiagnostic, "summary" | "detail">) => void,
): readonly string[] {
  const files = new Set<string>();
  for (const name of named) {
    const within = relative(folder, join(folder, name));
    const paths = isGlob(name) ? foldersBelow(folder).filter((path) => fitsGlob(name, path)) : [name];
    if (within.split(sep)[0] === ".." || isAbsolute(name)) report(leadsOut(quote(name)));
    else if (paths.length === 0 || !existsSync(join(folder, paths[0] ?? ""))) report(missing(quote(name)));
    else for (const path of paths) for (const file of listFolder(join(folder, path), report)) files.add(file);
  }
  return [...files];
}

/** Returns true unless a file is below `node_modules`: the tools of a repository are no part of its model. */
const isOfModel = (file: string): boolean => !file.split(sep).includes("node_modules");

const isProjectFile = (folder: string, file: string): boolean =>
  [PROJECT_FILE, MISNAMED_PROJECT_FILE].some((name) => file === join(folder, name));

/** A finding with the reason why the query engine ignores a file; nothing for a file that it reads. */
function ignoredBecause(folder: string, file: string): FileDiagnostic | undefined {
  const why = relative(folder, file).includes("venv")
    ? "It reads nothing with venv in its path. Rename the folder if this belongs to the model."
    : /\.ya?ml$/.test(file)
      ? undefined
      : "It reads .yml and .yaml in lower case only. Rename the file if it belongs to the model.";
  return why === undefined
    ? undefined
    : warning("model-ignored", `The query engine does not read ${quote(file)} of the data model`, why);
}

interface Project {
  readonly folders: readonly string[] | undefined;
  readonly findings: readonly FileDiagnostic[];
}

async function projectOf(folder: string, report: (finding: FileDiagnostic) => void): Promise<Project> {
  const filename = join(folder, PROJECT_FILE);
  if (!existsSync(filename)) {
    const misnamed = join(folder, MISNAMED_PROJECT_FILE);
    return { folders: undefined, findings: existsSync(misnamed) ? [misnamedProject(misnamed)] : [] };
  }
  const text = (await readBounded(filename))?.toString("utf8") ?? "";
  const source = { filename, text };
  const documents = parseForeignSource(source);
  if ("code" in documents) {
    report(documents);
    return { folders: undefined, findings: [] };
  }
  const root = documents[0]?.contents;
  const lists = PATH_KEYS.flatMap((key) => {
    const list = isMap(root) ? root.get(key, true) : undefined;
    return list === undefined ? [] : [{ key, list }];
  });
  const named = lists.flatMap(({ list }) =>
    isSeq(list) ? list.items.flatMap((item) => (isScalar(item) ? [normalize(String(item.value))] : [])) : [],
  );
  const odd = lists.filter(({ list }) => !isSeq(list));
  const findings = odd.map(({ key, list }) => {
    const [start, end] = (isScalar(list) || isMap(list) ? list.range : undefined) ?? [0, 0];
    const detail = "It reads no files for it. Write a list, such as `[views]`.";
    return warning("model-ignored", `The query engine does not read ${key}, which is no list`, detail, {
      span: { source, start, end },
    });
  });
  return { folders: lists.length === 0 ? undefined : [...new Set(named)], findings };
}

const misnamedProject = (file: string): FileDiagnostic =>
  error(
    "model-refused",
    `The query engine refuses the data model: it looks for ${PROJECT_FILE}`,
    `${quote(file)} is not read. Rename it to ${PROJECT_FILE}.`,
  );

const leadsOut = (name: string) => ({
  summary: `zenlytic_project.yml names ${name}, which is outside the data model's folder`,
  detail: "It is not read. Name a folder below that of the project file.",
});

const missing = (name: string) => ({
  summary: `zenlytic_project.yml names the folder ${name}, which does not exist`,
  detail:
    "orgform does not know what the folder contains, so answers that depend on it are unclear. Correct the path.",
});
