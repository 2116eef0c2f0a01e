import { type Address, parseAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import { type Data, type DataList, type DataMap, entry, isDataList, isDataMap } from "../text/data.js";
import type { Span } from "../text/source.js";
import { type SourceMap, spanOf } from "../text/source-map.js";

/** Keys or indexes of people by canonical address. */
type PeopleIndex = ReadonlyMap<string, string | number>;

/**
 * A function from an address to its place in the file, or to that of its nearest ancestor there; an entry that a template
 * gives is found in the template. `undefined` where not even the workspace is in the file.
 */
export function addressFinder(
  workspaces: DataMap,
  resolved: ReadonlyMap<string, DataMap>,
  sourceMap: SourceMap,
): (address: Address) => Span | undefined {
  // A plan asks for everybody of a group.
  const known = new Map<DataMap | DataList, PeopleIndex>();
  const keyAt = (data: DataMap | DataList, segment: string, isPerson: boolean) => {
    if (isDataMap(data) && Object.hasOwn(data, segment)) return segment;
    if (!isPerson) return undefined;
    const index = known.get(data) ?? indexPeople(data);
    known.set(data, index);
    return index.get(canonicalEmail(segment));
  };
  return (address) => {
    const [workspace = "", ...inner] = parseAddress(address);
    let span = spanOf(sourceMap, workspaces, workspace, "key");
    let data: Data | undefined = resolved.get(workspace);
    for (const [index, segment] of inner.entries()) {
      if (!isDataList(data) && !isDataMap(data)) return span;
      const isPerson: boolean = isDataList(data) || (index === 1 && inner[0] === "members");
      const key = keyAt(data, segment, isPerson);
      const found: Span | undefined = key === undefined ? undefined : spanOf(sourceMap, data, key, "key");
      if (key === undefined || found === undefined) return span;
      span = found;
      data = isDataList(data) ? data[Number(key)] : entry(data, String(key));
    }
    return span;
  };
}

function indexPeople(data: DataMap | DataList): PeopleIndex {
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
