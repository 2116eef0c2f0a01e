import { ADMIN, WITH_OWN_VALUES } from "./company.js";
import type { Dice } from "./dice.js";
import { keyOf } from "./expected.js";
import type { Office } from "./office.js";

/**
 * What nobody should do in the product, and somebody does: they put a person among the executives, another one into a
 * second group of the same precedence, take one out of a group and give one a value of their own.
 */
export async function handEdits({ product, state, shape, joinedLast }: Office, dice: Dice): Promise<void> {
  const executives = shape().executives.name;
  const { name: workspace, groups = [], members = [] } = dice.of(state().workspaces);
  const [teams, people] = [groups.filter(({ name }) => name !== executives), membersBut(ADMIN, members)];
  // Rather somebody who has just joined: nobody is to give that back at night.
  const all = state().workspaces.flatMap(({ name: workspace, groups = [] }) =>
    groups.flatMap((group) => (group.members ?? []).map((mail) => ({ workspace, mail, group: group.name }))),
  );
  const joined = all.filter((place) => joinedLast().has(keyOf(place)));
  const left = dice.of(joined.length > 0 ? joined : all);
  await product.takeOutOf(left, left.group);
  for (const group of [groups.find(({ name }) => name === executives), dice.of(teams)])
    if (group !== undefined) {
      const outside = people.filter((mail) => !group.members?.includes(mail));
      await product.putInto({ workspace, mail: dice.of(outside) }, group.name);
    }
  const withOwn = state().workspaces.find(({ name }) => name === WITH_OWN_VALUES)?.members ?? [];
  const without = membersBut(
    ADMIN,
    withOwn.filter(({ values = {} }) => !("region" in values)),
  );
  const place = { workspace: WITH_OWN_VALUES, mail: dice.of(without) };
  await product.setOwn(place, "region", dice.of(["east", "north"]));
}

const membersBut = (somebody: string, members: readonly { readonly email: string }[]): readonly string[] =>
  members.flatMap(({ email }) => (email === somebody ? [] : [email]));
