/** A defect in orgform itself: the only error that is shown with a stack. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** Marks what the types say cannot happen; reaching it is a defect. */
export function assertNever(value: never): never {
  throw new InternalError(`unexpected ${JSON.stringify(value)}`);
}
