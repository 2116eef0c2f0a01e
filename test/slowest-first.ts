import { BaseSequencer, type TestSpecification } from "vitest/node";
import { nameOf, SLOW } from "./slow-list.js";

/** Vitest's own order is by size where it has not seen the files run, as on a fresh machine. */
export default class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = SLOW.indexOf(nameOf(moduleId));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
