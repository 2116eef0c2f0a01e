/** Values of variables from outside the files. */
export interface VariableValues {
  /** The values of `--var`, by name; these win. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Environment variables; those named `ORGFORM_VAR_<name>` count unless they are empty, and win over a default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
