import type { EventDocument } from "../generated/documents.js";

/** What is in an event is described in schemas/event.schema.json, which the build makes these types of. */
export type { ApplyCounts, StepOutcome } from "../generated/documents.js";

type Untimed<E> = E extends unknown ? Omit<E, "timestamp"> : never;

/** What an apply says while it runs; `apply_summary` is always last. The edge adds a `timestamp` to each. */
export type ApplyEvent = Untimed<EventDocument>;

/** What a step is, repeated in each of its events so that every line stands alone. */
export type StepRef = Omit<Extract<ApplyEvent, { readonly type: "apply_start" }>, "type">;
