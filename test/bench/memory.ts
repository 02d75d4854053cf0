import { readFileSync, writeFileSync } from "node:fs";

/** Collects until nothing more goes: buffers are let go of only after the objects that hold them. */
export async function collectGarbage(): Promise<void> {
  if (!globalThis.gc) throw new Error("needs --expose-gc");
  for (let round = 0; round < 4; round++) {
    globalThis.gc();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** Resident memory of this process now, in bytes. */
export function residentBytes(): number {
  return process.memoryUsage.rss();
}

/** What JavaScript objects and their buffers hold of it, without what is kept free for more. */
export function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Forgets the highest resident memory so far (proc_pid_clear_refs(5)). */
export function forgetPeak(): void {
  writeFileSync("/proc/self/clear_refs", "5");
}

/** The highest resident memory since then, as the kernel saw it, in bytes. */
export function peakBytes(): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1];
  if (kib === undefined) throw new Error("the kernel does not tell the peak of memory");
  return Number(kib) * 1024;
}
