import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SLOW } from "./slow-files.ts";

/** Runs the slow files first, so that at the end no worker is left alone with one of them. */
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
