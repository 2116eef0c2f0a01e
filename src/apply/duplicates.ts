import { KINDS } from "../kinds/registry.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { canonicalEmail } from "../model/email.js";
import type { Step } from "../model/plan/step.js";
import { groupBy } from "../util/group-by.js";
import { foundTwice } from "./apply-diagnostic.js";
import type { ResourceIds } from "./resource-ids.js";

/** Resources that this run made and whose name another one in the same list has. */
export function duplicatesOf(
  made: readonly Step[],
  resourceIds: Pick<ResourceIds, "idOf">,
  rows: readonly { readonly id: string; readonly name: string }[],
): readonly Diagnostic[] {
  const byName = groupBy(rows, ({ name }) => name);
  return made.flatMap((step) => {
    const own = resourceIds.idOf(step.address);
    const others = (byName.get(nameIn(step)) ?? []).map(({ id }) => id).filter((id) => id !== own);
    return others.length === 0 ? [] : [foundTwice(step, [own, ...others])];
  });
}

/** Invites are listed by their addresses in canonical form. */
function nameIn({ kind, fields }: Step): string {
  return KINDS[kind].sendsMail ? canonicalEmail(String(fields.email)) : String(fields.name);
}
