import { readFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A file of the program. At least one of its functions ran. */
export interface RanFile {
  readonly path: string;
  readonly lines: number;
}

/** Counts which files' functions run, by V8's precise coverage of this process. */
export interface RanFiles extends AsyncDisposable {
  /** The files whose functions ran since the last call, or since the beginning. */
  take(): Promise<readonly RanFile[]>;
}

export async function watchRanFiles(): Promise<RanFiles> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    async take() {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      const ran = result.filter(({ functions }) =>
        // A module's top-level code has no name and begins at the start of the file.
        functions.some(({ ranges: [whole] }) => whole !== undefined && whole.count > 0 && whole.startOffset > 0),
      );
      const paths = new Set(ran.map(({ url }) => relative(ROOT, url.startsWith("file:") ? fileURLToPath(url) : url)));
      const ours = [...paths].filter((path) => /^(?:src|commands)\/.*\.ts$/.test(path)).toSorted();
      return Promise.all(ours.map(async (path) => ({ path, lines: await linesOf(path) })));
    },
    async [Symbol.asyncDispose]() {
      await session.post("Profiler.stopPreciseCoverage");
      session.disconnect();
    },
  };
}

async function linesOf(path: string): Promise<number> {
  return (await readFile(`${ROOT}${path}`, "utf8")).trimEnd().split("\n").length;
}
