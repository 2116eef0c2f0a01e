import { type Address, ancestorAddress, namesInAddress } from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { EndpointName } from "../model/endpoint.js";
import type { PresentWorkspace } from "../model/state/desired-state.js";
import type {
  DesiredPerson,
  DesiredResource,
  Fields,
  LiveMember,
  LiveResource,
} from "../model/state/resource.js";
import type { WorkspaceById } from "./by-id.js";

/**
 * A field's name in the service (`api`; absent where the field repeats a part of the address), and the rule for a
 * difference: things are matched by it, so there is none; it can be changed; it is refused with the way out; or the
 * user is told what to do instead.
 */
type FieldRule = { readonly api?: string } & (
  | { readonly rule: "identity" }
  | { readonly rule: "mutable" }
  | { readonly rule: "immutable"; readonly wayOut: string }
  | {
      readonly rule: "unsupported";
      readonly instead: string;
      /** The same where people arrive by single sign-on, if that is another way. */
      readonly insteadBySignIn?: string;
    }
);

/** A row of an answer, in the service's words. */
export type ServiceRow = Readonly<Record<string, unknown>>;

/** Things of a kind as an answer shows them: their ids where they have any, and their fields in the file's words. */
export interface ReportedThing {
  readonly id?: string;
  readonly fields: Fields;
  /** The data type of a value. */
  readonly data_type?: unknown;
  /** A difference from the plan that no write can change. */
  readonly note?: string;
}

/** A thing that is looked for in the lists of its kind. */
export interface ThingToFind {
  readonly address: Address;
  readonly action: "create" | "update" | "delete";
  /** The fields that are written. */
  readonly fields: Fields;
  /** The id; absent while the thing is not known to exist. */
  readonly id: string | undefined;
  /** The ids of its parents, by the service's names. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The reading and writing of a kind, by the operations of schemas/openapi.yaml. */
export interface KindApi {
  /** The things that contain its collection: the names of their ids in paths, with their addresses. */
  parents(address: Address): Readonly<Record<string, Address>>;
  /** Other things that a creation names: the names of their ids in the body, with their addresses. */
  references?(address: Address): Readonly<Record<string, Address>>;
  /** The name of its own id in paths; a thing without one is named by what it refers to. */
  readonly id?: string;
  /** The lists that it may be in. */
  readonly lists: readonly EndpointName[];
  readonly create: EndpointName;
  /** The operation that updates it; absent if it cannot be changed in place. */
  readonly update?: EndpointName;
  /** The operation that deletes it, or what to do instead where there is none. */
  readonly delete: EndpointName | { readonly instead: string };
  /** The rules that a 403 to its creation may stand for, in a sentence: the service does not say which (API docs). */
  readonly forbids?: string;
  /** True if the service answers 403 for a deleted one, as for any that the token does not see (API docs). */
  readonly hidesGone?: true;
  /**
   * The matching things in the rows of its lists. A creation is found by name (several, where names are not
   * unique), an update by id, and a deletion by id or by name, since the thing may have been created again.
   */
  find(lists: readonly (readonly ServiceRow[])[], target: ThingToFind): readonly ReportedThing[];
}

/** An entry of the file as its kind sees it. */
export interface FileEntry extends Pick<DesiredResource, "previously" | "required" | "deny" | "allowed"> {
  /** The last segment of its address. */
  readonly name: string;
  readonly state?: "absent";
  /** The plain keys of the entry, or its value. */
  readonly keys: Fields;
  /** The person, for members and for their values and memberships. */
  readonly person?: DesiredPerson | undefined;
}

/** The form of a kind in the file. */
interface KindInFile {
  /** The fields of the resource that an entry stands for. */
  managed(entry: FileEntry): Fields;
  /** The fields that the creation of a resource needs; by default, the managed fields. */
  creation?(resource: DesiredResource): Fields;
  /** The key under `exact` of a workspace that makes its list complete. */
  readonly exact?: keyof PresentWorkspace["exact"];
  /** The key of the list in its owner, for things that an owner holds: such a list is always complete. */
  readonly held?: "values" | "members";
  /** True if an unlisted live resource is reported as unmanaged where the file lists others of the kind. */
  readonly isReported?: true;
  /**
   * Returns true if the file names this resource in another place than its own entry: then it counts as listed. Called once
   * for a workspace.
   */
  mentioned?(workspace: PresentWorkspace): (name: string) => boolean;
  /** The error if this resource cannot be created with the fields in the file. */
  refuseCreation?(resource: DesiredResource): Diagnostic | undefined;
}

/** A live thing of a workspace, before it has an address; it is `present` unless it says otherwise. */
interface LiveEntry extends Pick<LiveResource, "name" | "owner" | "id" | "fields" | "person"> {
  readonly state?: "built-in";
}

/** The names of what is known by id. */
export interface LiveNames {
  /** The member of an id; `undefined` where the roster was not read. */
  memberOf(userId: string): LiveMember | undefined;
  /** The name of an attribute definition; `undefined` for one that is not listed. */
  attributeName(id: string): string | undefined;
}

/** The complete description of one kind of resource, as data and tiny pure functions. */
export interface Kind {
  /** The singular and plural, as shown to people. */
  readonly noun: readonly [string, string];
  /** The heading of its changes in a plan; the plural with a capital letter unless given. */
  readonly heading?: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Fields that only the service can fill in on creation. */
  readonly unknownOnCreate: readonly string[];
  /**
   * The things that must exist before it can be created, by address; deleting one of them deletes it without a request.
   */
  needs(address: Address): readonly Address[];
  readonly file: KindInFile;
  /** The things in the parts of a workspace that were read. */
  live(workspace: WorkspaceById, names: LiveNames): readonly LiveEntry[];
  readonly api: KindApi;
  /** The effect of a change on access; `undefined` where there is none, so that its write may come at any time. */
  access?(change: KindChange): AccessEffect | undefined;
  /** True if deleting one archives it, with all its contents, and no request restores it. */
  readonly isArchived?: true;
  /** A clause shown at each deletion: the effects of deleting one that no endpoint shows. */
  readonly endsWithIt?: string;
  /** True for attribute definitions. */
  readonly definesValues?: true;
  /** True if its field `precedence` decides whose value wins. */
  readonly isRanked?: true;
  /** The owner, for values of attributes: a group gives one to its members, or a member has one. */
  readonly carriesValue?: "group" | "member";
  /** True if creating one sends an e-mail. */
  readonly sendsMail?: true;
  /** The e-mail address of the person whom it is for: it can be there only while they are a member. */
  personOf?(address: Address): string;
  /**
   * The key of its mapping in a workspace of the file, where it is no more than a name and fields (see `namedKind`).
   */
  readonly collection?: string;
}

/**
 * A change as its kind sees it: `after` is `null` for a deletion, `before` for a creation. The fields of both name the
 * thing and what it belongs to, so that nobody takes its address apart for that.
 */
interface KindChange {
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** An elementary change of who gets which value, by the names or the indices of what it is about; `undefined` is no value. */
export type EffectOn<Id> =
  | {
      readonly on: "group-value";
      readonly group: Id;
      readonly attribute: Id;
      readonly value: string | undefined;
    }
  | {
      readonly on: "own-value";
      readonly member: Id;
      readonly attribute: Id;
      readonly value: string | undefined;
    }
  | { readonly on: "membership"; readonly group: Id; readonly member: Id; readonly present: boolean }
  | { readonly on: "precedence"; readonly group: Id; readonly precedence: number };

/** The effect of a change on access, by names. */
export type AccessEffect =
  | EffectOn<string>
  | { readonly on: "group-deletion"; readonly group: string }
  | { readonly on: "attribute-deletion"; readonly attribute: string };

/** A thing's fields in the service's words, without fields that the service does not have. */
export function toBody(rules: Kind["fields"], fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const api = rules[name]?.api;
      return api === undefined || value === null ? [] : [[api, value]];
    }),
  );
}

/** The inverse of {@link toBody}: a row's fields in the file's words. */
export function fromRow(rules: Kind["fields"], row: object): Fields {
  const known: ServiceRow = { ...row };
  return Object.fromEntries(
    Object.entries(rules).flatMap(
      ([name, { api }]) =>
        api === undefined || !(api in known) ? [] : [[name, known[api] as Fields[string]]], // its validator has said so
    ),
  );
}

/** The fields of a desired or live thing, which has them by their names; what it does not have is left out. */
export function fieldsIn(fields: Kind["fields"], thing: object): Fields {
  const known = thing as Readonly<Record<string, Fields[string] | undefined>>; // the schema types them so
  const own: Record<string, Fields[string]> = {};
  for (const name in fields) {
    const value = known[name];
    if (value !== undefined) own[name] = value;
  }
  return own;
}

/** The {@link Kind.needs} of things that a workspace holds itself. */
export const itsWorkspace: Kind["needs"] = (address) => [ancestorAddress(address, 1)];

/** The {@link KindApi.parents} of the same. */
export const inItsWorkspace: KindApi["parents"] = (address) => ({
  workspace_id: ancestorAddress(address, 1),
});

/** Finds things that have a name, among the rows that `isOne`: by id, or by the name at the end of the address. */
export function findNamed(
  fields: Kind["fields"],
  isOne: (row: ServiceRow) => boolean = () => true,
): KindApi["find"] {
  return ([rows = []], { address, action, fields: written, id }) => {
    const things = rows.filter(isOne);
    const name = written.name ?? namesInAddress(address).name;
    const namesakes = things.filter((row) => row.name === name);
    const same = action === "create" ? [] : things.filter((row) => row.id === id);
    const matches = action === "create" || (action === "delete" && same.length === 0) ? namesakes : same;
    return matches.map((row) => ({ id: String(row.id), fields: fromRow(fields, row) }));
  };
}
