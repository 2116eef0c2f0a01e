import { workspaceOf } from "../../model/address.js";
import type { Step } from "../../model/plan/step.js";
import { personOf } from "../diff/resource-change.js";

/**
 * Lets each step of a person in a workspace wait for the one before, so that a write that fails leaves out the rest of
 * what that person was to get.
 */
export function onePersonAtATime(steps: readonly Step[]): readonly Step[] {
  const latest = new Map<string, number>();
  return steps.map((step) => {
    const person = `${workspaceOf(step.address)}/${personOf({ address: step.address, type: step.kind }) ?? ""}`;
    const before = latest.get(person);
    latest.set(person, step.step);
    if (before === undefined || step.needs.includes(before)) return step;
    return { ...step, needs: [...step.needs, before].sort((a, b) => a - b) };
  });
}
