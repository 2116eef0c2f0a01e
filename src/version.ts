/** The version of this package; `0.0.0-source` when the sources run unbundled. */
export const VERSION: string = typeof ORGFORM_VERSION === "string" ? ORGFORM_VERSION : "0.0.0-source";
