import { type AccessState, memberAttributeOf } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";

/**
 * The order in which an access-safe run is tried: what can only add before what can only take away, the strongest
 * source first when adding and last when taking away. With unchanged precedences this order is safe as it stands for
 * people who only gain or only lose sources; the search takes care of the rest. Indices of `writes`, stable.
 */
export function initialOrder(
  before: AccessState,
  after: AccessState,
  writes: readonly AccessWrite[],
): readonly number[] {
  const keys = writes.map((write) => rankOf(before, after, write));
  return writes
    .map((_, i) => i)
    .sort((a, b) => {
      const [rankA, orderA] = keys[a] ?? [0, 0];
      const [rankB, orderB] = keys[b] ?? [0, 0];
      return rankA - rankB || orderA - orderB || a - b;
    });
}

function rankOf(before: AccessState, after: AccessState, write: AccessWrite): readonly [number, number] {
  const [effect] = write.effects;
  if (effect === undefined) return [0, 0];
  if (write.effects.length > 1) return [8, 0];
  switch (effect.on) {
    case "own-value": {
      if (effect.value === undefined) return [7, 0];
      return [before.ownValue.has(memberAttributeOf(before, effect.member, effect.attribute)) ? 3 : 0, 0];
    }
    case "group-value": {
      if (effect.value === undefined) return [6, before.precedence[effect.group] ?? 0];
      const known = before.groupValue[effect.group * before.attributeCount + effect.attribute] !== undefined;
      return [known ? 3 : 1, -(after.precedence[effect.group] ?? 0)];
    }
    case "membership":
      return effect.present
        ? [2, -(after.precedence[effect.group] ?? 0)]
        : [5, before.precedence[effect.group] ?? 0];
    case "precedence":
      return [4, -effect.precedence];
  }
}
