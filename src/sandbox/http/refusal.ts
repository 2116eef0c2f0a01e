/** An error that the service answers with; a handler throws it, and then has no effect. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  readonly status: number;
  readonly messages: readonly [string, ...string[]];
  /** The machine-readable code, where the service has one. */
  readonly code: string | null;
  /** Details of the error for machines. */
  readonly metadata: object | null;

  constructor(
    status: number,
    messages: readonly [string, ...string[]],
    code: string | null = null,
    metadata: object | null = null,
  ) {
    super(messages.join("; "));
    this.status = status;
    this.messages = messages;
    this.code = code;
    this.metadata = metadata;
  }
}

/** 400: a business rule forbids it. */
export const rejected = (message: string) => new Refusal(400, [message]);

/**
 * The 403 answer in the single wording that the service has, so that it never reveals whether a workspace or
 * group exists.
 */
export const forbidden = (code: string | null = null) =>
  new Refusal(403, ["You are not allowed to do this."], code);

/** The answer for a place that is not there or not visible: one and the same, by the habit of the service. */
export const outOfReach = (habit: "403" | "404", what: string) =>
  habit === "403" ? forbidden() : notFound(what);

/** 404: no such thing in a place that the caller reaches. */
export const notFound = (what: string) => new Refusal(404, [`${what} not found.`]);

/** 409: it would collide with what is there. */
export const conflict = (message: string) => new Refusal(409, [message]);
