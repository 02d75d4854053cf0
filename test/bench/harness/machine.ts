import { availableParallelism, cpus, loadavg, totalmem, release } from "node:os";

/** What the figures are from: without it they mean nothing. */
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

/** Processes that wanted to run during the last minute; more than the cores before a run means that others were in its way. */
export function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}
