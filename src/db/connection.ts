import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { DatabaseUnavailableError } from "../lib/errors.ts";
import { DATABASE_CONNECT_S, IDLE_IN_TRANSACTION_MS, LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";
import { isConnectionFailure, mayHaveRun } from "./failure.ts";
import { inTransaction } from "./in-transaction.ts";
import { preparing } from "./prepared.ts";
import type { Queries, Statements } from "./queries.ts";

/** A call that takes longer is given up: at intake an honest error must come within 2.5 s, before the platforms' 3 s. */
const DATABASE_CALL_MS = 2_000;
/** Connections of one process; with three processes well below the embedded server's 100. */
const DATABASE_CONNECTIONS = 10;
/** Beside them, for what somebody waits for. More would each be used so seldom that it is always cold. */
const DATABASE_CONNECTIONS_SOON = 3;

/** The one way to the database. Every call has a deadline; a pool that does not answer is replaced by a new one. */
export interface Database {
  /**
   * Runs queries. Rejects with `DatabaseUnavailableError` when no answer came in time or the connection failed; then it is
   * not known whether a write happened.
   */
  run<T>(work: (queries: Queries) => Promise<T>, deadlineMs?: number): Promise<T>;
  /**
   * The same for what somebody waits for: on connections that nothing else keeps busy, the first of them wherever it is free:
   * its statements have been planned and its pages read a moment ago.
   */
  runSoon<T>(work: (queries: Queries, statements: Statements) => Promise<T>): Promise<T>;
  /** The same in one transaction; never keep it open across a call to anything but the database. */
  transaction<T>(work: (queries: Queries) => Promise<T>, deadlineMs?: number): Promise<T>;
  /** Hears NOTIFY. `onListening` is called at first and after every reconnect: what was said in between is lost. */
  listen(channel: string, onPayload: (payload: string) => void, onListening: () => void): Promise<() => Promise<void>>;
  /** Whether the last call was answered, told at once and at every change. Returns the way to stop. */
  onStatus(listener: (status: DatabaseStatus) => void): () => void;
  close(): Promise<void>;
}

export type DatabaseStatus = "up" | "away";

/** Connects lazily: the first call opens the first connection. `role`: whom to act as; undefined: whom the address names. */
export function connectDatabase(url: string, log: Logger, role?: string): Database {
  const options = {
    max: DATABASE_CONNECTIONS,
    connect_timeout: DATABASE_CONNECT_S,
    onnotice: () => {},
    // Asking for the types of arrays fails where nobody can catch it when the connection goes meanwhile; `listed` does without.
    fetch_types: false,
    connection: {
      application_name: "easel",
      // Compiling a statement takes longer than running any of these does.
      jit: "off",
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      ...(role === undefined ? {} : { role }),
    },
  };
  const open = () => {
    const most = postgres(url, options);
    const soon = Array.from({ length: DATABASE_CONNECTIONS_SOON }, () => postgres(url, { ...options, max: 1 }));
    return {
      most: drizzle(preparing(most)),
      soon: firstFree(soon.map((client) => drizzle(preparing(client)))),
      end: (timeout: number) => Promise.all([most, ...soon].map((client) => client.end({ timeout }))),
    };
  };
  let pool = open();
  // drizzle changes how its client parses values, so LISTEN has one of its own.
  const listener = postgres(url, { ...options, max: 1 });
  const listeners = new Set<(status: DatabaseStatus) => void>();
  let status: DatabaseStatus = "up";

  const setStatus = (next: DatabaseStatus): void => {
    if (next === status) return;
    status = next;
    log[next === "up" ? "info" : "warn"]({ status: next }, "database");
    for (const tell of listeners) tell(next);
  };

  const withDeadline = async <T>(
    work: (from: ReturnType<typeof open>) => Promise<T>,
    deadlineMs: number,
  ): Promise<T> => {
    const used = pool;
    let timer: NodeJS.Timeout | undefined;
    let immediate: NodeJS.Immediate | undefined;
    const expired = new Promise<never>((_resolve, reject) => {
      const giveUp = (): void => {
        // postgres.js waits for ever on a connection that swallows packets, so the whole pool goes.
        if (pool === used) {
          pool = open();
          void used.end(0).catch(() => {});
        }
        reject(new DatabaseUnavailableError(`the database did not answer within ${deadlineMs} ms`));
      };
      // Where it was this process that had no time, the answer is there and is read before the immediate.
      timer = setTimeout(() => (immediate = setImmediate(giveUp)), deadlineMs);
    });
    try {
      const result = await Promise.race([work(used), expired]);
      setStatus("up");
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) {
        setStatus("away");
        throw error;
      }
      if (isConnectionFailure(error)) {
        setStatus("away");
        throw new DatabaseUnavailableError("the database can't be reached", error, mayHaveRun(error));
      }
      throw error;
    } finally {
      clearTimeout(timer);
      clearImmediate(immediate);
    }
  };

  return {
    run: (work, deadlineMs = DATABASE_CALL_MS) => withDeadline(({ most }) => work(most), deadlineMs),
    runSoon: (work) => withDeadline(({ soon }) => soon((orm) => work(orm, orm.$client)), DATABASE_CALL_MS),
    transaction: (work, deadlineMs = DATABASE_CALL_MS) =>
      withDeadline(({ most }) => inTransaction(most, work), deadlineMs),
    async listen(channel, onPayload, onListening) {
      const subscription = await listener.listen(channel, onPayload, onListening);
      return () => subscription.unlisten();
    },
    onStatus(tell) {
      listeners.add(tell);
      tell(status);
      return () => listeners.delete(tell);
    },
    async close() {
      await Promise.all([pool.end(2), listener.end({ timeout: 2 })]);
    },
  };
}

/** Runs each work on the first that is free, or else on the one with the least to do. */
function firstFree<Orm>(all: readonly Orm[]): <T>(work: (orm: Orm) => Promise<T>) => Promise<T> {
  const lines = all.map((orm) => ({ orm, busy: 0 }));
  return async (work) => {
    const line = lines.reduce((least, next) => (next.busy < least.busy ? next : least));
    line.busy++;
    try {
      return await work(line.orm);
    } finally {
      line.busy--;
    }
  };
}
