import { isAbsolute, join, normalize, relative, sep } from "node:path";
import { isMap, isScalar, isSeq } from "yaml";
import { listFolder } from "../parse/list-folder.js";
import { parseForeignSource } from "../parse/parse-source.js";
import { readBounded } from "../parse/read-bounded.js";
import { type FileDiagnostic, warning } from "../validate/file-diagnostic.js";
import { quote } from "../validate/wording.js";

const { existsSync } = process.getBuiltinModule("node:fs");

/** The files of a data model, sorted by folder and path, and why some of them cannot be read. */
export interface ModelFiles {
  readonly files: readonly string[];
  readonly findings: readonly FileDiagnostic[];
}

const PROJECT_FILES = ["zenlytic_project.yml", "zenlytic_project.yaml"];

const PATH_KEYS = ["model-paths", "view-paths", "topic-paths", "dashboard-paths"];

/**
 * Lists the `*.yml` and `*.yaml` files of the folders that a model's `zenlytic_project.yml` names or, where it names
 * none, of its whole folder. Throws what the system says of the folder itself.
 */
export async function listModel(folder: string): Promise<ModelFiles> {
  const findings: FileDiagnostic[] = [];
  const report = ({ summary, detail }: Pick<FileDiagnostic, "summary" | "detail">): void => {
    findings.push(warning("model-unreadable", summary, detail));
  };
  const named = await foldersNamed(folder, report);
  if (named === undefined) return { files: listFolder(folder, report).filter(isOfModel), findings };
  const files = new Set<string>();
  for (const name of named) {
    const path = join(folder, name);
    const within = relative(folder, path);
    if (within.split(sep)[0] === ".." || isAbsolute(name)) report(leadsOut(quote(name)));
    else if (!existsSync(path)) report(missing(quote(name)));
    else for (const file of listFolder(path, report)) files.add(file);
  }
  for (const name of PROJECT_FILES) files.delete(join(folder, name));
  return { files: [...files], findings };
}

/** The tools of a repository do not belong to the model that it holds. */
const isOfModel = (file: string): boolean => !file.split(sep).includes("node_modules");

async function foldersNamed(
  folder: string,
  report: (finding: FileDiagnostic) => void,
): Promise<readonly string[] | undefined> {
  const filename = PROJECT_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (filename === undefined) return undefined;
  const text = (await readBounded(filename))?.toString("utf8") ?? "";
  const documents = parseForeignSource({ filename, text });
  if ("code" in documents) {
    report(documents);
    return undefined;
  }
  const root = documents[0]?.contents;
  const lists = PATH_KEYS.map((key) => (isMap(root) ? root.get(key, true) : undefined));
  const named = lists.flatMap((list) =>
    (isSeq(list) ? list.items : [list]).flatMap((item) => (isScalar(item) ? [String(item.value)] : [])),
  );
  return named.length === 0 ? undefined : [...new Set(named.map((name) => normalize(name)))];
}

const leadsOut = (name: string) => ({
  summary: `zenlytic_project.yml names ${name}, which is outside the data model's folder`,
  detail: "It is not read. Name a folder below that of the project file.",
});

const missing = (name: string) => ({
  summary: `zenlytic_project.yml names the folder ${name}, which does not exist`,
  detail: "What it may hold is not known: answers that depend on it are called unclear. Correct the path.",
});
