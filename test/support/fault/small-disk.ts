import { execFile } from "node:child_process";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A disk of some hundred kB, which a test can fill to the last byte. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  fill(): Promise<void>;
  /** Gives back what `fill` took. */
  makeRoom(): Promise<void>;
}

/** Undefined where this user may not mount anything. */
export async function mountSmallDisk(kilobytes = 512): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "easel-small-disk-"));
  const mounted = await run("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (!mounted) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, "filler");
  return {
    folder,
    async fill() {
      const full = await writeFile(filler, Buffer.alloc(2 * kilobytes * 1024)).then(
        () => false,
        (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOSPC",
      );
      if (!full) throw new Error("the disk is larger than it was to be");
    },
    makeRoom: () => truncate(filler),
    async [Symbol.asyncDispose]() {
      await run("umount", ["--lazy", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
