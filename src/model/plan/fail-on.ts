/** The findings that `--fail-on` can name. */
export const FAIL_ON = [
  "warning",
  "tie",
  "opened",
  "widened",
  "arriving",
  "unmanaged",
  "not-listed",
  "unsupported",
  "check",
  "rules",
  "drift",
] as const;

export type FailOn = (typeof FAIL_ON)[number];
