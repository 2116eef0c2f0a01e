import type { AccessState } from "../../src/access/values/access-state.js";
import type { AccessWrite, Effect } from "../../src/access/values/effect.js";

/** Who gets what, worked out with nothing of src/access but its types: what orders are judged by. */
export interface PlainAccess {
  readonly groups: {
    precedence: number;
    readonly members: Set<number>;
    readonly values: Map<number, string>;
  }[];
  /** By "member attribute". */
  readonly own: Map<string, string>;
}

/** Reads a state. */
export function plainAccess(state: AccessState): PlainAccess {
  const own = new Map<string, string>();
  for (const [pair, value] of state.ownValue) {
    const attribute = pair % state.attributeCount;
    own.set(`${(pair - attribute) / state.attributeCount} ${attribute}`, value);
  }
  const groups = state.precedence.map((precedence, group) => {
    const values = new Map<number, string>();
    for (let attribute = 0; attribute < state.attributeCount; attribute += 1) {
      const value = state.groupValue[group * state.attributeCount + attribute];
      if (value !== undefined) values.set(attribute, value);
    }
    return { precedence, members: new Set(state.membersOf[group]), values };
  });
  return { groups, own };
}

/** Does what a write does. */
export function play(access: PlainAccess, effects: readonly Effect[]): void {
  for (const effect of effects) {
    if (effect.on === "own-value") {
      const key = `${effect.member} ${effect.attribute}`;
      if (effect.value === undefined) access.own.delete(key);
      else access.own.set(key, effect.value);
      continue;
    }
    const group = access.groups[effect.group];
    if (group === undefined) throw new Error("no such group");
    if (effect.on === "precedence") group.precedence = effect.precedence;
    else if (effect.on === "membership") {
      if (effect.present) group.members.add(effect.member);
      else group.members.delete(effect.member);
    } else if (effect.value === undefined) group.values.delete(effect.attribute);
    else group.values.set(effect.attribute, effect.value);
  }
}

/** What a member may get for an attribute: nothing, one text, or several where groups of one precedence disagree. */
export function textsOf({ groups, own }: PlainAccess, member: number, attribute: number): readonly string[] {
  const mine = own.get(`${member} ${attribute}`);
  if (mine !== undefined) return [mine];
  const givers = groups.filter(({ members, values }) => members.has(member) && values.has(attribute));
  const highest = Math.max(...givers.map(({ precedence }) => precedence));
  const texts = givers
    .filter((giver) => giver.precedence === highest)
    .map((giver) => giver.values.get(attribute));
  return [...new Set(texts.flatMap((text) => text ?? []))].sort();
}

/** Returns true if whoever gets one of these texts may see all rows. */
export function opensRows(texts: readonly string[]): boolean {
  return texts.length === 0 || texts.some((text) => text.replaceAll("%", "") === "");
}

/** A moment at which somebody has what they have neither before nor after. */
export interface PlainMoment {
  readonly after: number;
  readonly member: number;
  readonly attribute: number;
  readonly texts: readonly string[];
  /** Open, and the member is so neither before nor after. */
  readonly opened: boolean;
}

/**
 * Plays writes in an order and looks at everybody after each. Where somebody's value is a tie at either end, nothing is
 * said of them; a tie in between is one of its texts, and each of them must be the one before or the one after.
 */
export function momentsOf(
  before: AccessState,
  writes: readonly AccessWrite[],
  order: readonly number[],
): readonly PlainMoment[] {
  const everybody = before.groupsOf.flatMap((_, member) =>
    Array.from({ length: before.attributeCount }, (_, attribute) => ({ member, attribute })),
  );
  const look = (access: PlainAccess) => everybody.map((who) => textsOf(access, who.member, who.attribute));
  const access = plainAccess(before);
  const first = look(access);
  const states = order.map((write) => {
    play(access, writes[write]?.effects ?? []);
    return look(access);
  });
  const last = states.at(-1) ?? first;
  return states.flatMap((state, after) =>
    everybody.flatMap((who, i): PlainMoment[] => {
      const [texts = [], start = [], end = []] = [state[i], first[i], last[i]];
      if (start.length > 1 || end.length > 1) return [];
      if (isOneOf(texts, start, end)) return [];
      return [{ after, ...who, texts, opened: opensRows(texts) && !opensRows(start) && !opensRows(end) }];
    }),
  );
}

/** Returns true if whatever somebody gets is what they get at one end or at the other: no text as well as a text. */
export function isOneOf(texts: readonly string[], start: readonly string[], end: readonly string[]): boolean {
  if (texts.length === 0) return start.length === 0 || end.length === 0;
  return texts.every((text) => start.includes(text) || end.includes(text));
}
