import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { ModelNode, Placed } from "../../data-model/read/nodes/document.js";
import { type ModelFinding, refused } from "../../data-model/read/nodes/finding.js";
import { hasKey, nodeAt, nodeEntries, scalarOf, textAt } from "../../data-model/read/nodes/node-reader.js";
import { readBounded } from "../parse/read-bounded.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import type { Source } from "../text/source.js";
import { quote, suggest } from "../text/wording.js";
import { notRead, parseYaml } from "./parse-model.js";

/** The settings of a data model's project: the folders that it names and what is said of it. */
interface Project {
  /** The folders as they are written; absent if there is no project file. */
  readonly folders?: readonly string[];
  readonly findings: readonly FileDiagnostic[];
  /** True if the engine may read more than these folders, or read them in another way. */
  readonly isUnread?: true;
}

const PROJECT_FILE = "zenlytic_project.yml";
const MISNAMED_PROJECT_FILE = "zenlytic_project.yaml";
const DBT_FILE = "dbt_project.yml";

const REQUIRED_PATHS = ["model-paths", "view-paths"];
const PATHS = [...REQUIRED_PATHS, "topic-paths", "dashboard-paths"];
const KNOWN: ReadonlySet<string> = new Set([...PATHS, "mode", "metricflow-path"]);

export const isProjectFile = (folder: string, file: string): boolean =>
  [PROJECT_FILE, MISNAMED_PROJECT_FILE].some((name) => file === join(folder, name));

/** Reads the project file of a model's folder, or of the dbt project in it. */
export async function readProject(folder: string): Promise<Project> {
  const dbt = dbtFolder(folder);
  const filename = [folder, ...(dbt ?? [])]
    .map((one) => join(one, PROJECT_FILE))
    .find((one) => existsSync(one));
  if (filename === undefined) {
    const misnamed = join(folder, MISNAMED_PROJECT_FILE);
    return { findings: existsSync(misnamed) ? [misnamedProject(misnamed)] : [] };
  }
  const source = { filename, text: (await readBounded(filename))?.toString("utf8") ?? "" };
  const parsed = parseYaml(source);
  if (parsed && "unread" in parsed) return { folders: [], findings: [parsed.unread], isUnread: true };
  if (parsed && "refused" in parsed) return { folders: [], findings: [located(source, parsed.refused)] };
  const { folders, findings } = settingsOf(source, parsed?.document.root, {
    name: relative(folder, filename),
    hasDbt: dbt !== undefined,
  });
  const isUnread = findings.some(({ code }) => code === "model-unread");
  return { folders, findings, ...(isUnread && { isUnread: true }) };
}

interface Settings {
  readonly folders: readonly string[];
  readonly findings: readonly FileDiagnostic[];
}

function settingsOf(
  source: Source,
  root: ModelNode | undefined,
  { name, hasDbt }: { readonly name: string; readonly hasDbt: boolean },
): Settings {
  const refuse = (why: string, { start, end } = { start: 0, end: 0 }) =>
    located(source, refused(why, { file: source.filename, at: { start, end } }));
  if (root?.kind !== "map") return { folders: [], findings: [refuse(`${name} is no mapping`)] };
  const mode = nodeAt(root, "mode");
  const asked = mode === undefined ? "metrics_layer" : textAt(root, "mode");
  if (mode !== undefined && asked === "metricflow") {
    const what = "with `mode: metricflow`, the model is that of a dbt project";
    const finding = hasDbt
      ? notRead(what, METRICFLOW, placeOf(source, mode))
      : refuse(`\`mode: metricflow\` needs a ${DBT_FILE}`, mode);
    return { folders: [], findings: [finding] };
  }
  const wrongMode =
    asked === "metrics_layer" ? [] : [refuse("its project has a `mode` that there is not", mode)];
  const missing = REQUIRED_PATHS.filter((key) => !hasKey(root, key)).map((key) =>
    refuse(`${name} has no \`${key}\``),
  );
  const paths = PATHS.flatMap((key): readonly Settings[] => {
    const node = nodeAt(root, key);
    return node === undefined ? [] : [pathsAt({ source, refuse }, key, node)];
  });
  const unknown = nodeEntries(root).flatMap(([key]): readonly FileDiagnostic[] => {
    const text = key.kind === "scalar" ? key.text : "";
    const what = `${name} has ${quote(text)}, which may change what is read`;
    const isIntended = /path|mode/i.test(text) || suggest(text, [...KNOWN]) !== undefined;
    return KNOWN.has(text) || !isIntended
      ? []
      : [notRead(what, "Correct the key, or take it out.", placeOf(source, key))];
  });
  return {
    folders: paths.flatMap(({ folders }) => folders),
    findings: [...wrongMode, ...missing, ...paths.flatMap(({ findings }) => findings), ...unknown],
  };
}

/** The project's file while it is read. */
interface ProjectReader {
  readonly source: Source;
  readonly refuse: (why: string, at: Placed) => FileDiagnostic;
}

/** The folders of one key. Of a text the engine takes each letter for a folder, among them the one that it is in. */
function pathsAt({ source, refuse }: ProjectReader, key: string, node: ModelNode): Settings {
  if (node.kind === "list") {
    const odd = node.items.find((item) => scalarOf(item)?.kind !== "text");
    return {
      folders: node.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : [])),
      findings: odd ? [refuse(`a folder of \`${key}\` is no text`, odd)] : [],
    };
  }
  const value = scalarOf(node);
  const where = placeOf(source, node);
  if (value && value.kind !== "text")
    return { folders: [], findings: [refuse(`\`${key}\` is no list`, node)] };
  const summary = `The query engine does not read ${key}, which is no list`;
  const finding =
    value === undefined || /[./]/.test(value.text)
      ? notRead(`${key} is no list`, A_LIST, where)
      : fileFinding("model-ignored", summary, `It reads no files for it. ${A_LIST}`, where);
  return { folders: [], findings: [finding] };
}

const placeOf = (source: Source, { start, end }: Placed) => ({ span: { source, start, end } });

const located = (source: Source, { severity, code, summary, detail, at }: ModelFinding): FileDiagnostic => ({
  severity,
  code,
  summary,
  detail,
  ...("start" in at && placeOf(source, at)),
});

const A_LIST = "Write a list, such as `[views]`.";
const METRICFLOW =
  "Leave `data_model` out, and review who sees what in the product; what people see is decided by values and grants all the same.";

/** The folder of the one dbt project: the model's own folder, or one in it; nothing for none or several. */
function dbtFolder(folder: string): readonly [string] | undefined {
  if (existsSync(join(folder, DBT_FILE))) return [folder];
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => join(folder, name))
    .filter((below) => existsSync(join(below, DBT_FILE)));
  const [only, other] = found;
  return only === undefined || other !== undefined ? undefined : [only];
}

const misnamedProject = (file: string): FileDiagnostic =>
  fileFinding(
    "model-refused",
    `The query engine refuses the data model: it looks for ${PROJECT_FILE}`,
    `${quote(file)} is not read. Rename it to ${PROJECT_FILE}.`,
  );
