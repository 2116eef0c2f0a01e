import { type Data, entry, isDataMap } from "../text/data.js";
import type { Source } from "../text/source.js";
import { type SourceMap, textOf } from "../text/source-map.js";
import { parseSource } from "./parse-source.js";
import { toData } from "./to-data.js";

/** The parts of an orgform file that identify its organization and the files that it belongs to. */
export interface Outline {
  /** The organization's id as the file writes it, which may be a variable. */
  readonly organization?: string;
  /** The workspaces and templates that it declares. */
  readonly declares: ReadonlySet<string>;
  /** Its other keys, but for `version` and extensions. */
  readonly keys: ReadonlySet<string>;
}

/** The outline of a file, `broken` for one that cannot be parsed and looks like ours; nothing for another format. */
export function outlineOf(source: Source): Outline | "broken" | undefined {
  const parsed = parseSource(source);
  if (!("root" in parsed))
    return /^["']?(organization|workspaces)["']?\s*:/m.test(source.text) ? "broken" : undefined;
  const sourceMap: SourceMap = new Map();
  const { data } = toData(parsed, (text) => ({ text, problems: [] }), sourceMap);
  if (textOf(sourceMap, data, "version") !== "1") return undefined;
  const { organization } = data;
  const id = isDataMap(organization) ? textOf(sourceMap, organization, "id") : undefined;
  return {
    ...(organization !== undefined && { organization: id ?? "" }),
    declares: new Set(DECLARING.flatMap((key) => keysOf(entry(data, key)).map((name) => `${key}/${name}`))),
    keys: new Set(keysOf(data).filter((key) => key !== "version" && !DECLARING.includes(key))),
  };
}

const DECLARING = ["workspaces", "templates"];

const keysOf = (data: Data | undefined): readonly string[] => (isDataMap(data) ? Object.keys(data) : []);
