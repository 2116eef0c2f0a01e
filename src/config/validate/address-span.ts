import { type Address, parseAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/state/email.js";
import { type Data, type DataMap, entry, isDataList, isDataMap } from "../parse/data.js";
import type { Span } from "../parse/source.js";
import { type Origins, spanOf } from "../substitute/source-map.js";

/**
 * The place of an address in the file, or of its nearest ancestor that stands there; what a template gives is found
 * in the template. `undefined` where not even the workspace is in the file.
 */
export function spanOfAddress(
  address: Address,
  workspaces: DataMap,
  resolved: ReadonlyMap<string, DataMap>,
  origins: Origins,
): Span | undefined {
  const [workspace = "", ...inner] = parseAddress(address);
  let span = spanOf(origins, workspaces, workspace, "key");
  let data: Data | undefined = resolved.get(workspace);
  for (const [index, segment] of inner.entries()) {
    if (!isDataList(data) && !isDataMap(data)) return span;
    const isPerson = index === 1 && inner[0] === "members";
    const key: string | number | undefined = isDataList(data)
      ? personIndex(data, segment)
      : keyIn(data, segment, isPerson);
    const found: Span | undefined = key === undefined ? undefined : spanOf(origins, data, key, "key");
    if (key === undefined || found === undefined) return span;
    span = found;
    data = isDataList(data) ? data[Number(key)] : entry(data, String(key));
  }
  return span;
}

function personIndex(people: readonly Data[], email: string): number | undefined {
  const index = people.findIndex((p) => typeof p === "string" && canonicalEmail(p) === canonicalEmail(email));
  return index < 0 ? undefined : index;
}

function keyIn(data: DataMap, segment: string, isPerson: boolean): string | undefined {
  if (Object.hasOwn(data, segment)) return segment;
  return isPerson ? Object.keys(data).find((k) => canonicalEmail(k) === canonicalEmail(segment)) : undefined;
}
