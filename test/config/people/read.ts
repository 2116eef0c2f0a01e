import { type Config, parseConfig } from "../../../src/config/config.js";
import type { ListReader } from "../../../src/config/people/list/list-file.js";
import { noList } from "../../../src/config/people/list/load-list.js";
import { listsFrom } from "../../../src/config/people/list/read-list.js";
import { BOUNDS, type Bounds } from "../../../src/config/text/bounds.js";

/** Lists by their names, as text or bytes. */
export type Lists = Readonly<Record<string, string | Uint8Array>>;

/** Reads lists from memory. */
export function listsIn(lists: Lists): ListReader {
  return (path) => {
    const list = lists[path];
    if (list === undefined) return { problem: noList(path) };
    return { filename: path, bytes: typeof list === "string" ? Buffer.from(list) : list };
  };
}

/** A file of one organization with the given rest, read with lists, within the usual bounds but for those that are given. */
export function read(rest: string, lists: Lists, given: Partial<Bounds> = {}): Config {
  const bounds = { ...BOUNDS, ...given };
  const text = `version: 1\norganization: {id: org_1}\n${rest}`;
  return parseConfig(
    [{ filename: "orgform.yaml", text }],
    {},
    { lists: listsFrom(listsIn(lists), bounds), bounds },
  );
}

/** `people.csv:3:5 code`, in the order in which a reader sees them. */
export function told({ diagnostics }: Pick<Config, "diagnostics">): readonly string[] {
  return diagnostics.map(({ code, range }) => {
    const { line, column } = range?.start ?? {};
    return `${range?.filename}:${line}:${column} ${code}`;
  });
}
