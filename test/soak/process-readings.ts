import { readdir, readFile } from "node:fs/promises";

/** The kernel's readings of a process. Undefined if it has ended. */
export async function readProcess(
  pid: number,
): Promise<{ readonly residentBytes: number; readonly descriptors: number } | undefined> {
  try {
    const [status, descriptors] = await Promise.all([
      readFile(`/proc/${pid}/status`, "latin1"),
      readdir(`/proc/${pid}/fd`),
    ]);
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kib === undefined ? undefined : { residentBytes: Number(kib) * 1024, descriptors: descriptors.length };
  } catch {
    return undefined;
  }
}
