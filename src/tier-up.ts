import { setFlagsFromString } from "node:v8";

/** Bytes of bytecode that a function runs through before V8 11 thinks of optimizing it. */
const EAGER = 67_584;
const PATIENT = 4 * EAGER;

/**
 * Makes V8 optimize later where that pays, but for what `whileLoading` does: compiled code that was kept fits the
 * settings under which it was made, Node's own modules bring such code, and so do ours. V8 11 (Node 20) has a budget
 * for the sake of a middle compiler that Node 20 does not switch on: in a run of half a second the optimizing compiler
 * takes more than it gives. Later versions have that compiler, and are left alone (docs/performance.md, figures).
 */
export function delayTierUp(
  v8Version: string,
  setFlag: (flag: string) => void = setFlagsFromString,
): { whileLoading<Result>(load: () => Result): Result } {
  if (!v8Version.startsWith("11.")) return { whileLoading: (load) => load() };
  const budget = (bytes: number) => setFlag(`--interrupt-budget=${bytes}`);
  let depth = 0;
  budget(PATIENT);
  return {
    whileLoading(load) {
      if (depth === 0) budget(EAGER);
      depth += 1;
      try {
        return load();
      } finally {
        depth -= 1;
        if (depth === 0) budget(PATIENT);
      }
    },
  };
}
