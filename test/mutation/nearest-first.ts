import { BaseSequencer } from "vitest/node";

/**
 * Runs the tests of the mutated folders first: `test/unit/command/parse` for `src/command/parse`. The runner tries only some tests
 * against each mutant, and these are the most likely to notice it.
 */
export function nearestFirst(folders: readonly string[]): typeof BaseSequencer {
  const near = folders.map((folder) => folder.replace(/^src\//, "/test/unit/").replace(/(?:\.ts|\/)$/, ""));
  const distance = (path: string): number => (near.some((start) => path.includes(start)) ? 0 : 1);
  return class extends BaseSequencer {
    override async sort(...given: Parameters<BaseSequencer["sort"]>): ReturnType<BaseSequencer["sort"]> {
      const files = await super.sort(...given);
      return files.toSorted((one, other) => distance(one.moduleId) - distance(other.moduleId));
    }
  };
}
