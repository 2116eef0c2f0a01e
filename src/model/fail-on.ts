/** What `--fail-on` can name. */
export const FAIL_ON = ["warning", "tie", "opened", "unmanaged", "unsupported", "check"] as const;
