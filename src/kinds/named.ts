import { ADDRESS_FORMS } from "../model/generated/kinds.js";
import type { ResourceKind } from "../model/resource-kind.js";
import type { Fields } from "../model/state/resource.js";
import { findNamed, inItsWorkspace, itsWorkspace, type Kind, type KindApi } from "./kind.js";

/** The description of a kind that consists of a name and fields, in a mapping of its own in a workspace. */
interface NamedKind extends Pick<Kind, "noun" | "fields"> {
  /** The kind, as named by `$comment` in the file's schema, which also says where the mapping is. */
  readonly kind: ResourceKind;
  /** The fields of a creation that the file does not set. */
  readonly defaults?: Fields;
  readonly api: Pick<KindApi, "lists" | "create" | "update" | "delete" | "hidesGone"> & {
    readonly id: string;
  };
}

/**
 * A kind of things that a workspace lists by name and that nothing else hangs on. The file, the plan, the
 * service and an export handle it without further code. The service has no such kind yet: the first one that
 * it gets is a few lines of data, as the test with a made-up kind shows.
 */
export function namedKind({ kind, noun, fields, defaults = {}, api }: NamedKind): Kind {
  const [, collection = ""] = ADDRESS_FORMS[kind].split("/");
  return {
    noun,
    fields,
    collection,
    unknownOnCreate: ["id"],
    needs: itsWorkspace,
    file: {
      managed: ({ name, keys }) => ({ name, ...keys }),
      creation: ({ managed }) => ({ ...defaults, ...managed }),
      isReported: true,
    },
    live: ({ lists }) =>
      (lists?.[collection] ?? []).map(({ id, name, fields }) => ({
        name,
        id,
        fields: { name, ...fields },
      })),
    api: {
      parents: inItsWorkspace,
      find: findNamed(fields),
      ...api,
    },
  };
}
