import { availableParallelism, cpus, loadavg, totalmem, release } from "node:os";

/** The machine that was measured. Without it, the figures mean nothing. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly system: string;
}

export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    system: `${process.platform} ${release()} ${process.arch}`,
  };
}

/** The load average of the last minute. If it exceeds the number of cores before a run, other programs slow the run down. */
export function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}
