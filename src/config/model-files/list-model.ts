import { existsSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { listFolder } from "../parse/list-folder.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { fitsGlob, foldersBelow, isGlob } from "./globs.js";
import { isProjectFile, readProject } from "./project.js";

/** The files of a data model, sorted by folder and path, and why some of them cannot be read. */
export interface ModelFiles {
  readonly files: readonly string[];
  readonly findings: readonly FileDiagnostic[];
  /** True if no file is known to be missing. */
  readonly isComplete: boolean;
  /** True if a project file names the folders. */
  readonly isNamed: boolean;
}

/**
 * Lists the `*.yml` and `*.yaml` files of the folders that a model's `zenlytic_project.yml` names or, where
 * it names none, of its whole folder; of those, the ones that the query engine reads. Throws the system's
 * error about the folder itself.
 */
export async function listModel(folder: string): Promise<ModelFiles> {
  const unread: FileDiagnostic[] = [];
  const report = ({ summary, detail }: Pick<FileDiagnostic, "summary" | "detail">): void => {
    unread.push(fileFinding("model-unreadable", summary, detail));
  };
  const project = await readProject(folder);
  const named = project.folders && filesIn(folder, project.folders, report);
  const found = named?.files ?? listFolder(folder, report).filter(isOfModel);
  const ignored = found.flatMap((file) => ignoredBecause(folder, file) ?? []);
  const files = found.filter(
    (file) => ignoredBecause(folder, file) === undefined && !isProjectFile(folder, file),
  );
  return {
    files,
    findings: [...unread, ...project.findings, ...(named?.findings ?? []), ...ignored],
    isNamed: named !== undefined,
    isComplete: unread.length === 0 && project.isUnread !== true,
  };
}

/** The files of the folders that a project names. Those of a folder that is written in two ways are read twice. */
function filesIn(
  folder: string,
  named: readonly string[],
  report: (finding: Pick<FileDiagnostic, "summary" | "detail">) => void,
): { readonly files: readonly string[]; readonly findings: readonly FileDiagnostic[] } {
  const files = new Map<string, string>();
  const known = new Set<string>();
  const findings: FileDiagnostic[] = [];
  for (const name of new Set(named.map((one) => one.replace(/\/+$/, "")))) {
    const within = relative(folder, join(folder, name));
    const paths = isGlob(name) ? foldersBelow(folder).filter((path) => fitsGlob(name, path)) : [name];
    if (within.split(sep)[0] === ".." || isAbsolute(name)) report(leadsOut(quote(name)));
    else if (paths.length === 0 || !existsSync(join(folder, paths[0] ?? "")))
      findings.push(missing(quote(name)));
    else
      for (const path of paths)
        for (const file of listFolder(join(folder, path), report)) {
          const written = `${folder}${sep}${path}${file.slice(join(folder, path).length)}`;
          if (!files.has(written)) files.set(written, known.has(file) ? written : file);
          known.add(file);
        }
  }
  return { files: [...files.values()], findings };
}

/** Returns true unless a file is below `node_modules`: the tools of a repository are no part of its model. */
const isOfModel = (file: string): boolean => !file.split(sep).includes("node_modules");

/** A finding with the reason why the query engine ignores a file; nothing for a file that it reads. */
function ignoredBecause(folder: string, file: string): FileDiagnostic | undefined {
  const why = relative(folder, file).includes("venv")
    ? "It reads nothing with venv in its path. Rename the folder if this belongs to the model."
    : /\.ya?ml$/.test(file)
      ? undefined
      : "It reads .yml and .yaml in lower case only. Rename the file if it belongs to the model.";
  return why === undefined
    ? undefined
    : fileFinding("model-ignored", `The query engine does not read ${quote(file)} of the data model`, why);
}

const leadsOut = (name: string) => ({
  summary: `zenlytic_project.yml names ${name}, which is outside the data model's folder`,
  detail: "It is not read. Name a folder below that of the project file.",
});

const missing = (name: string): FileDiagnostic =>
  fileFinding(
    "model-ignored",
    `zenlytic_project.yml names the folder ${name}, which does not exist`,
    "To the query engine, it is a folder without files. Correct the path if the model has more.",
  );
