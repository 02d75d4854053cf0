import { driftOf, type Drift, type Figure, type Reading } from "./drift.ts";
import { startSoakProcess, type SoakProcess, type SoakProcessGiven } from "./easel-process.ts";
import { readProcess } from "./process-readings.ts";

/** Processes that accept requests, and those that make and deliver. */
const CHATS = 2;
const WORKERS = 4;
const READ_MS = 5_000;
/** Rarely, because a garbage collection stops a process for a tenth of a second. */
const READ_HEAP_MS = 60_000;
/** A start fails while the database is away or has no free connection. A supervisor would try again. */
const START_PATIENCE_MS = 10 * 60_000;
const START_PAUSE_MS = 1_000;

/** A place in the fleet. When its process ends, another one replaces it. */
interface Place {
  readonly name: string;
  readonly role: "chat" | "worker";
  current: SoakProcess | undefined;
  /** Whether it is being replaced. */
  busy: boolean;
}

/** A process of the fleet, with its readings. */
export interface Life {
  readonly name: string;
  readonly pid: number;
  readonly readings: Reading[];
}

/** A figure of a process that lived through the measured time. */
export interface NamedDrift extends Drift {
  readonly name: string;
}

export interface Stops {
  /** Milliseconds that each process took to stop when it was asked to. */
  readonly ms: readonly number[];
  /** How many ended with an exit code other than 0. */
  readonly failed: number;
}

/** Easel in several processes. */
export interface Fleet {
  /** The Consoles of the processes that accept requests now. */
  consoles(): readonly string[];
  /** Kills the next worker and starts another. Never kills the first worker, so that its memory can be compared. */
  killNext(): Promise<void>;
  /** Replaces the processes one by one. Each new one is ready before the old one is asked to stop. */
  roll(): Promise<void>;
  kills(): number;
  stops(): Stops;
  /** The drift of each process that lived from `from` to `to`, in milliseconds since the run began. */
  drifts(figure: Figure, from: number, to: number): NamedDrift[];
  /** Stops all processes normally. */
  stop(): Promise<void>;
  /** Kills the remaining processes. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** `elapsed`: milliseconds since the run began. Once `signal` is aborted, no process is started. */
export async function openFleet(
  given: () => Promise<Omit<SoakProcessGiven, "role">>,
  elapsed: () => number,
  signal: AbortSignal,
): Promise<Fleet> {
  const places: Place[] = [
    ...Array.from({ length: CHATS }, (_, index) => placeOf("chat", index)),
    ...Array.from({ length: WORKERS }, (_, index) => placeOf("worker", index)),
  ];
  const running = new Set<SoakProcess>();
  const lives: Life[] = [];
  const stopped: number[] = [];
  let failed = 0;
  let kills = 0;
  let closing = false;

  const start = async ({ name, role }: Place): Promise<SoakProcess> => {
    const deadline = performance.now() + START_PATIENCE_MS;
    for (;;) {
      try {
        const started = await startSoakProcess({ role, ...(await given()) });
        running.add(started);
        lives.push({ name, pid: started.pid, readings: [] });
        if (closing) await kill(started);
        return started;
      } catch (error) {
        if (closing || signal.aborted || performance.now() > deadline) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, START_PAUSE_MS);
        });
      }
    }
  };
  const kill = async (one: SoakProcess): Promise<void> => {
    await one.kill();
    running.delete(one);
  };
  const stop = async (one: SoakProcess | undefined): Promise<void> => {
    if (!one || !running.has(one)) return;
    const { ms, code } = await one.stop();
    running.delete(one);
    stopped.push(ms);
    if (code !== 0) failed += 1;
  };
  const read = async (): Promise<void> => {
    const pids = new Set([...running].map(({ pid }) => pid));
    await Promise.all(
      lives.map(async ({ pid, readings }) => {
        const reading = pids.has(pid) ? await readProcess(pid) : undefined;
        if (reading) readings.push({ at: elapsed(), ...reading });
      }),
    );
  };
  const readHeap = async (): Promise<void> => {
    await Promise.all(
      lives.map(async ({ pid, readings }) => {
        const heapBytes = await [...running].find((one) => one.pid === pid)?.heapBytes();
        if (heapBytes !== undefined) readings.push({ at: elapsed(), heapBytes });
      }),
    );
  };
  const reading = setInterval(() => void read(), READ_MS);
  const readingHeap = setInterval(() => void readHeap(), READ_HEAP_MS);

  const fleet: Fleet = {
    consoles: () => places.flatMap(({ role, current }) => (role === "chat" && current ? [current.url] : [])),
    async killNext() {
      const workers = places.filter(({ role }) => role === "worker").slice(1);
      const turn = workers.map((_, index) => workers[(kills + index) % workers.length]);
      const place = turn.find((one) => one && !one.busy && one.current);
      if (!place?.current || closing || signal.aborted) return;
      place.busy = true;
      kills += 1;
      try {
        await kill(place.current);
        place.current = await start(place);
      } finally {
        place.busy = false;
      }
    },
    async roll() {
      for (const place of places) {
        while (place.busy) {
          await new Promise((resolve) => {
            setTimeout(resolve, START_PAUSE_MS);
          });
        }
        place.busy = true;
        const old = place.current;
        place.current = await start(place);
        place.busy = false;
        await stop(old);
      }
    },
    kills: () => kills,
    stops: () => ({ ms: stopped, failed }),
    drifts: (figure, from, to) =>
      lives.flatMap(({ name, readings }) => {
        const drift = driftOf(readings, figure, { from, to });
        return drift ? [{ name, ...drift }] : [];
      }),
    async stop() {
      closing = true;
      await Promise.all(places.map(({ current }) => stop(current)));
    },
    async [Symbol.asyncDispose]() {
      closing = true;
      clearInterval(reading);
      clearInterval(readingHeap);
      await Promise.all([...running].map((one) => kill(one)));
    },
  };
  try {
    // The first one migrates; then the others start together.
    for (const place of places.slice(0, 1)) place.current = await start(place);
    await Promise.all(
      places.slice(1).map(async (place) => {
        place.current = await start(place);
      }),
    );
  } catch (error) {
    await fleet[Symbol.asyncDispose]();
    throw error;
  }
  return fleet;
}

function placeOf(role: Place["role"], index: number): Place {
  return { name: `${role} ${index + 1}`, role, current: undefined, busy: false };
}
