/** A queue between producers that do not wait and one consumer that does. */
interface EventQueue<T> extends AsyncIterable<T> {
  push(event: T): void;
  /** Ends the iteration after what is left; with an error, by throwing it. */
  close(error?: unknown): void;
}

export function createEventQueue<T>(): EventQueue<T> {
  let events: T[] = [];
  let closed = false;
  let failure: unknown;
  let wake = (): void => {};
  return {
    push(event) {
      events.push(event);
      wake();
    },
    close(error) {
      closed = true;
      failure = error;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const ready = events;
        events = [];
        yield* ready;
        if (events.length > 0) continue;
        if (failure !== undefined) throw failure;
        if (closed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
