import pLimit from "p-limit";

/** Runs tasks with bounded concurrency that gives way to a service under load. */
export type AdaptiveLimit = <Result>(task: (load: Load) => Promise<Result>) => Promise<Result>;

/** How a task tells what it met. */
export interface Load {
  /** It was answered: with as many in a row as there are places, one place more is opened. */
  served(): void;
  /** It was turned away: the places are halved, once for all tasks that were under way. */
  refused(): void;
}

/** A limit that starts at `most` places, never goes beyond and never below one. */
export function createAdaptiveLimit(most: number): AdaptiveLimit {
  const limit = pLimit(most);
  let servedInARow = 0;
  let halvings = 0;

  function served(): void {
    servedInARow += 1;
    if (limit.concurrency === most || servedInARow < limit.concurrency) return;
    servedInARow = 0;
    limit.concurrency += 1;
  }

  function halve(): void {
    servedInARow = 0;
    halvings += 1;
    limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2));
  }

  return (task) =>
    limit(() => {
      const halvingsAtStart = halvings;
      return task({
        served,
        refused: () => {
          if (halvings === halvingsAtStart) halve();
        },
      });
    });
}
