import { readFileSync, writeFileSync } from "node:fs";

/** Collects several times, because buffers are freed only after the objects that refer to them. */
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

/** The memory of JavaScript objects and their buffers in bytes, without the heap's free space. */
export function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Resets the peak of resident memory (proc_pid_clear_refs(5)). */
export function forgetPeak(): void {
  writeFileSync("/proc/self/clear_refs", "5");
}

/** The peak of resident memory since the last reset, as the kernel reports it, in bytes. */
export function peakBytes(): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1];
  if (kib === undefined) throw new Error("the kernel does not report the peak of memory");
  return Number(kib) * 1024;
}
