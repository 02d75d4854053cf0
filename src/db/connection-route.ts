import type { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

/** A connection whose call takes this long is stuck. */
const STUCK_MS = 250;

export type Orm = ReturnType<typeof drizzle<Record<string, never>, postgres.Sql>>;

/** The connections to one address. */
export interface Pool {
  readonly most: Orm;
  readonly soon: <T>(work: (orm: Orm) => Promise<T>) => Promise<T>;
  end(timeoutS: number): Promise<unknown>;
}

/** A way to the database: through the pooler, or past it. */
export interface ConnectionRoute {
  /** Whether its last call was not answered. */
  isAway: boolean;
  pool(): Pool;
  /** Counts a call as under way on a pool until it has settled. */
  during<T>(used: Pool, call: Promise<T>): Promise<T>;
  /** Replaces this pool with a new one, unless that has already happened, and cuts its connections. */
  replace(used: Pool): void;
  /** Like `replace`, but calls in progress on the pool finish first. Each has a deadline. */
  retire(used: Pool): void;
  /** Ends all connections. */
  end(timeoutS: number): Promise<unknown>;
}

/** Opens the first pool immediately. A pool connects when it is used. */
export function routeTo(open: () => Pool): ConnectionRoute {
  let pool = open();
  const callsOn = new WeakMap<Pool, number>();
  const retired = new Set<Pool>();
  const count = (used: Pool, change: number): void => {
    const calls = (callsOn.get(used) ?? 0) + change;
    callsOn.set(used, calls);
    if (calls === 0 && retired.delete(used)) cut(used);
  };
  const cut = (used: Pool): void => {
    void used.end(0).catch(() => {});
  };
  return {
    isAway: false,
    pool: () => pool,
    async during(used, call) {
      count(used, 1);
      try {
        return await call;
      } finally {
        count(used, -1);
      }
    },
    replace(used) {
      if (pool !== used) return;
      pool = open();
      cut(used);
    },
    retire(used) {
      if (pool !== used) return;
      pool = open();
      if ((callsOn.get(used) ?? 0) === 0) cut(used);
      else retired.add(used);
    },
    end: (timeoutS) => Promise.all([pool, ...retired].map((one) => one.end(timeoutS))),
  };
}

/** Wraps `statements` so that `note` is called before each one begins. */
export function countStatements<T extends object>(statements: T, note: () => void): T {
  return new Proxy(statements, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === "function") note();
      return value;
    },
  });
}

/**
 * Runs each call on the first idle client that is not stuck, or else on the least busy one. Uses at most `preferred` clients at a
 * time, unless all are stuck.
 */
export function firstFree(all: readonly Orm[], preferred: number): <T>(work: (orm: Orm) => Promise<T>) => Promise<T> {
  // The start times of each client's calls, oldest first.
  const lines = all.map((orm) => ({ orm, calls: [] as number[] }));
  return async (work) => {
    const now = performance.now();
    const moving = lines.filter(({ calls: [oldest = now] }) => now - oldest < STUCK_MS);
    const choice = moving.length > 0 ? moving.slice(0, preferred) : lines;
    const line = choice.reduce((least, next) => (next.calls.length < least.calls.length ? next : least));
    line.calls.push(now);
    try {
      return await work(line.orm);
    } finally {
      line.calls.splice(line.calls.indexOf(now), 1);
    }
  };
}
