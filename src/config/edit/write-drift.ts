import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import { KINDS } from "../../kinds/registry.js";
import { type Address, namesInAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { Fields } from "../../model/state/resource.js";
import { parseSource } from "../parse/parse-source.js";
import { block, sequence } from "../print/print-tree.js";
import { scalarText } from "../text/scalar.js";
import type { Source } from "../text/source.js";
import { TextEdit } from "./text-edit.js";

/** A thing that the product has otherwise than the file. */
export interface Drift {
  readonly address: Address;
  readonly kind: ResourceKind;
  /** The fields to write: all of a new thing, those that differ of another one; `null` for a thing that is gone. */
  readonly fields: Fields | null;
  readonly isNew: boolean;
}

/**
 * Writes drift into the texts of files, each thing where a file itself says it: in its own entry under `workspaces`, and a
 * membership in the lists of the group and the person. What no text says is passed over.
 */
export function writeDrift(sources: readonly Source[], drifts: readonly Drift[]): readonly Source[] {
  return sources.map((source) => {
    const parsed = parseSource(source);
    if (!("root" in parsed)) return source;
    const edit = new TextEdit(parsed);
    for (const drift of drifts) {
      const { workspace, collection, owner, held, name } = namesInAddress(drift.address);
      const place = ["workspaces", workspace];
      const keys = collection === undefined ? [] : [collection, owner, held, name];
      const path = [...place, ...keys.filter((key) => key !== undefined)];
      if (edit.find(place)?.pair === undefined) continue;
      if (held !== "members") write(edit, path, drift);
      else if (drift.isNew) join(edit, path.slice(0, -1), name);
      else {
        takeOut(edit, path.slice(0, -1), name);
        takeOut(edit, [...path.slice(0, -1), "add"], name);
        takeOut(edit, [...place, "members", name, "groups"], owner);
      }
      if (KINDS[drift.kind].isRanked && drift.fields === null)
        takeOut(edit, [...place, "precedence_order"], name);
    }
    return { ...source, text: edit.text() };
  });
}

function write(edit: TextEdit, path: readonly string[], { kind, fields, isNew }: Drift): void {
  const { map, pair, missing = [] } = edit.find(path) ?? {};
  if (map === undefined || isNew !== (pair === undefined)) return;
  if (fields === null) {
    edit.setItems(map, without(map.items, pair));
  } else if (isNew) {
    // Values may begin their list, and those of a person the entry; nothing begins in what something else gives.
    const isHere = missing.length === 1 || missing[0] === "values" || KINDS[kind].carriesValue === "member";
    if (isHere) edit.setItems(map, [...map.items, ...entryOf(missing, kind, fields).items]);
  } else {
    for (const [field, value] of Object.entries(fields)) {
      const entry = field === "value" ? pair : edit.find([...path, field])?.pair;
      if (entry) edit.set(entry, String(value));
    }
  }
}

/** The entry of a new thing under the last of the keys, and the entries that hold it. */
function entryOf([key = "", ...inner]: readonly string[], kind: ResourceKind, fields: Fields): YAMLMap {
  if (inner.length > 0) return block([[key, entryOf(inner, kind, fields)]]);
  if ("value" in fields) return block([[key, String(fields.value)]]);
  const texts = Object.entries(fields).map(([field, value]) => [field, String(value)] as const);
  const lists = { values: block([]), members: sequence([]) };
  return block([[key, block([...texts, ...Object.entries(KINDS[kind].isRanked ? lists : {})])]]);
}

const without = <T>(items: readonly T[], item: T | undefined): readonly T[] =>
  items.filter((one) => one !== item);

/** Adds a membership: to the list of a group, or to its `add`. */
function join(edit: TextEdit, path: readonly string[], email: string): void {
  const list = listAt(edit, path) ?? listAt(edit, [...path, "add"]);
  const holder = edit.find(path)?.pair?.value;
  if (list) edit.setItems(list, [...list.items, ...sequence([email]).items]);
  else if (isMap(holder)) edit.setItems(holder, [...holder.items, ...block([["add", [email]]]).items]);
}

/** Takes a text out of a list, if it is there. */
function takeOut(edit: TextEdit, path: readonly string[], text = ""): void {
  const list = listAt(edit, path);
  const spelled = text.includes("@") ? canonicalEmail : String;
  const isIt = (item: unknown) => isScalar(item) && spelled(scalarText(item)) === spelled(text);
  if (list?.items.some(isIt)) edit.setItems(list, without(list.items, list.items.find(isIt)));
}

function listAt(edit: TextEdit, path: readonly string[]): YAMLSeq | undefined {
  const value = edit.find(path)?.pair?.value;
  return isSeq(value) ? value : undefined;
}
