import { parseAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import { presentIn } from "../../model/state/desired-state.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { type Facts, isSame, type SeenWorkspace } from "./inputs.js";

/** Returns true if a caller has to choose among the live groups or people of this name. */
export type IsNamed = (workspace: SeenWorkspace, thing: "group" | "person", name: string) => boolean;

/**
 * A test whether the file or its base names a live group or person, wherever: `protect` and `expect` hold by name, so that
 * under a name with an id nothing would be protected. Where groups are exact it names them all, since an unlisted one is
 * deleted.
 */
export function namedBy({ desired, base }: Pick<Facts, "desired" | "base">): IsNamed {
  const files = base === undefined ? [desired] : [desired, base.desired];
  const patterns = files
    .flatMap(({ expect, protect }) => [
      ...expect.flatMap(Object.values).flat(),
      ...protect.flatMap(parseAddress),
    ])
    .filter((text): text is string => typeof text === "string" && !/^\**$/.test(text));
  const entries = files.flatMap(({ workspaces }) => presentIn(workspaces));
  const names = new Set(
    entries.flatMap(({ resources }) =>
      resources.flatMap(({ name, previously = [], person }) => [name, ...previously, person?.email]),
    ),
  );
  return (seen, thing, name) =>
    names.has(name) ||
    patterns.some((pattern) => fitsWildcard(thing === "person" ? canonicalEmail(pattern) : pattern, name)) ||
    (thing === "group" && entries.some((entry) => entry.exact.groups && isSame(entry, seen)));
}
