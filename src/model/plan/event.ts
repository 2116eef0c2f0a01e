import type { ApplyCounts, EventDocument } from "../generated/documents.js";

/** The contents of an event; the build makes these types of schemas/event.schema.json. */
export type { ApplyCounts } from "../generated/documents.js";

/** The end of one write; `unknown`: it may or may not have happened. */
export type StepOutcome = keyof ApplyCounts;

/** An event as it is written, with the moment at which it happened. */
export type TimedEvent = EventDocument;

type Untimed<E> = E extends unknown ? Omit<E, "timestamp"> : never;

/** One event of a running apply; `apply_summary` is always last. The edge adds a `timestamp` to each. */
export type ApplyEvent = Untimed<EventDocument>;

/** The identity of a step, repeated in each of its events so that every line can be read alone. */
export type StepRef = Omit<Extract<ApplyEvent, { readonly type: "apply_start" }>, "type">;
