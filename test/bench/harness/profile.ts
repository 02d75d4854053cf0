import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";

/** Where a process spent its time, by function, without the functions that it called. */
export interface ProfileSummary {
  /** Share of the whole time in which it did nothing, 0 to 1. */
  readonly idle: number;
  /** Shares of the busy time, the largest first. */
  readonly functions: readonly ProfileLine[];
  readonly places: readonly ProfileLine[];
}

export interface ProfileLine {
  readonly name: string;
  readonly share: number;
}

/** Microseconds between two samples. The default of 1,000 is coarse for seconds of work. */
const SAMPLING_US = 500;
/** More lines would explain nothing. */
const LINES = 14;

/** Profiles this process until the returned function is called, which returns the summary. */
export async function startProfile(): Promise<() => Promise<ProfileSummary>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLING_US });
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    session.disconnect();
    return summaryOf(profile);
  };
}

function summaryOf(profile: Profiler.Profile): ProfileSummary {
  const functions = new Map<string, number>();
  const places = new Map<string, number>();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const callers = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  let idle = 0;
  let busy = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const us = Math.max(0, profile.timeDeltas?.[index] ?? 0);
    const frame = nodes.get(id)?.callFrame;
    // Switching the profiler on and off is not part of the work.
    if (!frame || frame.url === "node:inspector") continue;
    if (frame.functionName === "(idle)") {
      idle += us;
      continue;
    }
    busy += us;
    const file = shortPath(frame.url);
    add(
      functions,
      `${frame.functionName || "(anonymous)"} ${file || "native"}${file ? `:${frame.lineNumber + 1}` : ""}`,
      us,
    );
    add(places, placeOf(id), us);
  }
  return { idle: idle / (idle + busy), functions: linesOf(functions, busy), places: linesOf(places, busy) };

  /** The package or folder that a sample belongs to. Node's functions and native ones count towards their callers. */
  function placeOf(id: number): string {
    const own = nodes.get(id)?.callFrame.functionName ?? "";
    if (own === "(garbage collector)" || own === "(program)") return own;
    for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
      const file = shortPath(nodes.get(at)?.callFrame.url ?? "");
      if (file === "" || file.startsWith("node:")) continue;
      const parts = file.split("/");
      return parts.slice(0, parts[0] === "src" || parts[0]?.startsWith("@") ? 2 : 1).join("/");
    }
    return "Node itself";
  }
}

function add(sums: Map<string, number>, name: string, us: number): void {
  sums.set(name, (sums.get(name) ?? 0) + us);
}

function linesOf(sums: ReadonlyMap<string, number>, busy: number): ProfileLine[] {
  return [...sums]
    .map(([name, us]) => ({ name, share: us / busy }))
    .toSorted((one, other) => other.share - one.share)
    .slice(0, LINES);
}

function shortPath(url: string): string {
  const path = url.replace(/^file:\/\//, "");
  const packageAt = path.lastIndexOf("/node_modules/");
  if (packageAt !== -1) return path.slice(packageAt + "/node_modules/".length);
  const sourceAt = path.lastIndexOf("/src/");
  return sourceAt === -1 ? path : path.slice(sourceAt + 1);
}
