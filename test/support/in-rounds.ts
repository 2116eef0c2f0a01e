import type { Client } from "../../src/api/operations.js";

/** A client whose answers arrive when all that was asked has been answered, and how often that was. */
export function inRounds(client: Client): { readonly client: Client; readonly rounds: () => number } {
  let rounds = 0;
  let asked = 0;
  let answered: (() => void)[] = [];
  const together = async (answer: Promise<unknown>): Promise<unknown> => {
    asked += 1;
    await answer;
    await new Promise<void>((resolve) => {
      if (answered.push(resolve) < asked) return;
      rounds += 1;
      for (const release of answered) release();
      [asked, answered] = [0, []];
    });
    return answer;
  };
  const slowed = Object.entries(client).map(([name, send]) => [
    name,
    name === "requestCount" || name === "warnings"
      ? send
      : (...given: readonly unknown[]) => together(send(...given)),
  ]);
  return { client: Object.fromEntries(slowed), rounds: () => rounds };
}
