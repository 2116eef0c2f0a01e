import { existsSync, readdirSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { listFolder } from "../parse/list-folder.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { isProjectFile, readProject } from "./project.js";

/** Returns true if a path of a project file has a character by which the query engine looks for several folders. */
const isGlob = (path: string): boolean => /[*?[]/.test(path);

/** Folders below a folder that a model can hold. */
const MOST_FOLDERS = 10_000;

/**
 * The paths of the folders below a folder; those whose name starts with a dot are left out, and links are not followed.
 */
function foldersBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || found.length >= MOST_FOLDERS) continue;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      found.push(path);
      visit(path);
    }
  };
  visit("");
  return found.sort();
}

/**
 * Returns true if a path fits a pattern: `*` and `?` within a name, `[ab]`, `[!ab]`, and `**` for folders of any depth.
 */
function fitsGlob(pattern: string, path: string): boolean {
  const names = pattern.replace(/^\.\//, "").replace(/\/+$/, "").split("/");
  return fits(names, path.split("/"));
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**") return fits(rest, path) || (path.length > 0 && fits(pattern, path.slice(1)));
  const [name, ...below] = path;
  return name !== undefined && nameFits(first, name) && fits(rest, below);
}

/** Returns true if a name fits a pattern. Only the latest star is tried again, so that no pattern takes long. */
function nameFits(pattern: string, name: string): boolean {
  let [p, n, star, mark] = [0, 0, -1, 0];
  const tokens = pattern.match(/\[!?\]?[^\]]*\]|./gsu) ?? [];
  const letters = [...name];
  while (n < letters.length) {
    const token = tokens[p];
    if (token === "*") {
      star = p;
      mark = n;
      p += 1;
    } else if (token !== undefined && letterFits(token, letters[n] ?? "")) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      p = star + 1;
      mark += 1;
      n = mark;
    } else return false;
  }
  return tokens.slice(p).every((token) => token === "*");
}

function letterFits(token: string, letter: string): boolean {
  if (token === "?") return true;
  const set = /^\[(!?)(.+)\]$/su.exec(token);
  if (set === null) return token === letter;
  const [, not, members = ""] = set;
  const letters = [...members];
  const isIn = letters.some((from, i) =>
    letters[i + 1] === "-" && letters[i + 2] !== undefined
      ? from <= letter && letter <= (letters[i + 2] ?? "")
      : from === letter,
  );
  return isIn !== (not === "!");
}

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
