import { execFile } from "node:child_process";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A disk of a few hundred kB that a test can fill completely. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  fill(): Promise<void>;
  /** Frees what `fill` used. */
  makeRoom(): Promise<void>;
}

/** Undefined if this user may not mount file systems. */
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
      if (!full) throw new Error("the disk is larger than requested");
    },
    makeRoom: () => truncate(filler),
    async [Symbol.asyncDispose]() {
      await run("umount", ["--lazy", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
