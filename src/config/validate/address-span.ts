import { type Address, parseAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import { type Data, type DataList, type DataMap, entry, isDataList, isDataMap } from "../text/data.js";
import type { Span } from "../text/source.js";
import { type SourceMap, spanOf } from "../text/source-map.js";

/**
 * The place of an address in the file, or of its nearest ancestor there; an entry that a template gives is found in the
 * template. `undefined` where not even the workspace is in the file.
 */
export function spanOfAddress(
  address: Address,
  workspaces: DataMap,
  resolved: ReadonlyMap<string, DataMap>,
  sourceMap: SourceMap,
): Span | undefined {
  const [workspace = "", ...inner] = parseAddress(address);
  let span = spanOf(sourceMap, workspaces, workspace, "key");
  let data: Data | undefined = resolved.get(workspace);
  for (const [index, segment] of inner.entries()) {
    if (!isDataList(data) && !isDataMap(data)) return span;
    const isPerson: boolean = isDataList(data) || (index === 1 && inner[0] === "members");
    const key: string | number | undefined =
      isDataMap(data) && Object.hasOwn(data, segment)
        ? segment
        : isPerson
          ? keyOfPerson(data, segment, sourceMap)
          : undefined;
    const found: Span | undefined = key === undefined ? undefined : spanOf(sourceMap, data, key, "key");
    if (key === undefined || found === undefined) return span;
    span = found;
    data = isDataList(data) ? data[Number(key)] : entry(data, String(key));
  }
  return span;
}

/** Somebody's first place in a list or mapping of people. A plan asks for everybody of a group, so an index is kept. */
function keyOfPerson(
  data: DataMap | DataList,
  email: string,
  { people }: SourceMap,
): string | number | undefined {
  const index = people.get(data) ?? indexPeople(data);
  people.set(data, index);
  return index.get(canonicalEmail(email));
}

function indexPeople(data: DataMap | DataList): ReadonlyMap<string, string | number> {
  const keys: readonly (readonly [Data, string | number])[] = isDataList(data)
    ? data.map((person, i) => [person, i])
    : Object.keys(data).map((key) => [key, key]);
  const index = new Map<string, string | number>();
  for (const [person, key] of keys) {
    const email = typeof person === "string" ? canonicalEmail(person) : undefined;
    if (email !== undefined && !index.has(email)) index.set(email, key);
  }
  return index;
}
