import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SLOW } from "./slow-files.ts";

/** Begins with the slow files, so that no worker is left alone with one of them at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort.call(this, files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = SLOW.findIndex((path) => moduleId.endsWith(`/test/${path}`));
      return found === -1 ? SLOW.length : found;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
