import type { Store } from "../store/store.js";

/** Knows which effects are so young that reads do not see them yet. */
export interface ReadLag {
  /** Notes the latest effect of the store. */
  note(): void;
  /** The number of effects that are younger than so many milliseconds. */
  unseen(milliseconds: number): number;
}

/** Starts without an effect; `now` is the clock of the service. */
export function createReadLag(store: Pick<Store, "effects">, now: () => Date): ReadLag {
  /** Oldest first. */
  const recent: { readonly at: number; readonly effect: number }[] = [];
  return {
    note() {
      recent.push({ at: now().getTime(), effect: store.effects });
    },
    unseen(milliseconds) {
      while (recent[0] !== undefined && recent[0].at <= now().getTime() - milliseconds) recent.shift();
      return recent[0] === undefined ? 0 : store.effects - recent[0].effect + 1;
    },
  };
}
