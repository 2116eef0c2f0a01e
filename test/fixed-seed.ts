import fc from "fast-check";

/**
 * Every property plays the same examples in every run, so that a red run is red again. `ORGFORM_SEED=random` plays
 * others, and a number those of that number; what fails says its seed.
 */
const { ORGFORM_SEED: asked = "20261120" } = process.env;
if (asked !== "random") {
  const seed = Number(asked);
  if (!Number.isInteger(seed))
    throw new Error(`ORGFORM_SEED is neither a whole number nor "random": ${asked}`);
  fc.configureGlobal({ seed });
}
