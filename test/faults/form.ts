/** `npm run test:faults` plays everything (see docs/safety.md); `npm test` a part that takes seconds. */
export const IS_LONG = process.env.ORGFORM_FAULTS !== undefined;

/** How many random schedules are played: `npm run test:faults -- --schedules 1000`. */
export const SCHEDULES = Number(process.env.ORGFORM_FAULTS ?? 8);

/** Where random numbers begin; a failure says which one it was. */
export const SEED = Number(process.env.ORGFORM_FAULTS_SEED ?? 20_261_120);

/** For a test that the long form keeps busy. */
export const PATIENTLY = { timeout: IS_LONG ? 1_800_000 : 240_000 };

/** All of a list in the long form, its first so many in the short one. */
export const firstOf = <T>(count: number, list: readonly T[]): readonly T[] =>
  IS_LONG ? list : list.slice(0, count);

/** Figures for whoever runs the long form. */
export function tell(figures: object): void {
  if (IS_LONG) process.stdout.write(`${JSON.stringify(figures)}\n`);
}
