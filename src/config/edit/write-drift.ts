import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
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
 * membership in the lists of the group and the person. `missed` is what no file says by itself.
 */
export function writeDrift(
  sources: readonly Source[],
  drifts: readonly Drift[],
): { readonly sources: readonly Source[]; readonly missed: readonly Drift[] } {
  const edits = sources.flatMap((source) => {
    const parsed = parseSource(source);
    return "root" in parsed ? [new TextEdit(parsed)] : [];
  });
  const missed = drifts.filter((drift) => {
    const { workspace, collection, owner, held, name } = namesInAddress(drift.address);
    const keys = collection === undefined ? [] : [collection, owner, held, name];
    const path = ["workspaces", workspace, ...keys.filter((key) => key !== undefined)];
    return !edits.some((edit) => edit.find(path.slice(0, 2))?.pair && write(edit, path, drift));
  });
  return {
    sources: sources.map((source, i) => ({ ...source, text: edits[i]?.text() ?? source.text })),
    missed,
  };
}

/** Returns true if there is a place to write to. */
function write(edit: TextEdit, path: readonly string[], { kind, fields, isNew }: Drift): boolean {
  if (kind === "group_membership") return isNew ? join(edit, path) : leave(edit, path);
  const { map, pair, missing } = edit.find(path) ?? {};
  if (map === undefined || missing === undefined) return false;
  if (isNew && fields !== null) {
    // Values may begin their list, and those of a person the entry; nothing begins in what something else gives.
    const isHere = missing.length === 1 || missing[0] === "values" || (!pair && kind === "member_value");
    if (isHere) edit.setItems(map, [...map.items, ...entryOf(missing, kind, fields).items]);
    return isHere;
  }
  if (pair === undefined) return false;
  if (fields === null) {
    edit.setItems(map, without(map.items, pair));
    if (kind === "group") takeOut(edit, [...path.slice(0, 2), "precedence_order"], path[3]);
    return true;
  }
  if ("value" in fields) return edit.set(pair, String(fields.value));
  return Object.entries(fields).every(([field, value]) => {
    const own = edit.find([...path, field])?.pair;
    return own !== undefined && edit.set(own, String(value));
  });
}

/** The entry of a new thing under the last of the keys, and the entries that hold it. */
function entryOf([key = "", ...inner]: readonly string[], kind: ResourceKind, fields: Fields): YAMLMap {
  if (inner.length > 0) return block([[key, entryOf(inner, kind, fields)]]);
  if ("value" in fields) return block([[key, String(fields.value)]]);
  const own = Object.entries(fields).map(([field, value]) => [field, String(value)] as const);
  return block([
    [
      key,
      block([
        ...own,
        ...(kind === "group"
          ? ([
              ["values", block([])],
              ["members", sequence([])],
            ] as const)
          : []),
      ]),
    ],
  ]);
}

const without = <T>(items: readonly T[], item: T): readonly T[] => items.filter((one) => one !== item);

/** Adds a membership: to the list of a group, or to its `add`; a person who is excepted there is not any more. */
function join(edit: TextEdit, path: readonly string[]): boolean {
  const [members, email = ""] = [path.slice(0, -1), path.at(-1)];
  if (takeOut(edit, [...members, "except"], email)) return true;
  const list = listAt(edit, members) ?? listAt(edit, [...members, "add"]);
  const holder = edit.find(members)?.pair?.value;
  if (list) edit.setItems(list, [...list.items, ...sequence([email]).items]);
  else if (isMap(holder)) edit.setItems(holder, [...holder.items, ...block([["add", [email]]]).items]);
  return list !== undefined || isMap(holder);
}

/** Takes a membership out of the lists that give it. */
function leave(edit: TextEdit, path: readonly string[]): boolean {
  const [, , , group, , email = ""] = path;
  const members = path.slice(0, -1);
  return [
    takeOut(edit, members, email),
    takeOut(edit, [...members, "add"], email),
    takeOut(edit, [...path.slice(0, 2), "members", email, "groups"], group),
  ].includes(true);
}

/** Takes a text out of a list; false where it is not there. */
function takeOut(edit: TextEdit, path: readonly string[], text = ""): boolean {
  const list = listAt(edit, path);
  const spelled = text.includes("@") ? canonicalEmail : String;
  const item = list?.items.find((one) => isScalar(one) && spelled(scalarText(one)) === spelled(text));
  if (list && item) edit.setItems(list, without(list.items, item));
  return item !== undefined;
}

function listAt(edit: TextEdit, path: readonly string[]): YAMLSeq | undefined {
  const value = edit.find(path)?.pair?.value;
  return isSeq(value) ? value : undefined;
}
