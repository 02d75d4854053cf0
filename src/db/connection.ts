import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { DatabaseBusyError, DatabaseUnavailableError } from "../lib/errors.ts";
import { createKeyedQueue } from "../lib/serial-queue.ts";
import {
  DATABASE_BACKGROUND_CALL_MS,
  DATABASE_CONNECT_S,
  IDLE_IN_TRANSACTION_MS,
  LOCK_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
  TRANSACTION_TIMEOUT_MS,
} from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";
import { isBusy, isConnectionFailure, mayHaveRun } from "./failure.ts";
import { inTransaction } from "./in-transaction.ts";
import { isMisfit, newerSchema } from "./outdated.ts";
import { preparing } from "./prepared.ts";
import type { Queries, Statements } from "./queries.ts";

/** Calls are abandoned after this: intake must answer honestly within 2.5 s, before the platforms' 3 s. */
const DATABASE_CALL_MS = 2_000;
/** Connections per process: three processes stay well below the embedded server's 100. */
const DATABASE_CONNECTIONS = 10;
/** Extra connections for interactive work. With more, each would be used too rarely to stay warm. */
const DATABASE_CONNECTIONS_SOON = 3;
/**
 * More of them, opened and used only while those are stuck, so that nobody waits behind somebody else's lock and then for one
 * of their own, which together would take longer than intake has. So many serve about five requests a second meanwhile.
 */
const DATABASE_CONNECTIONS_SPARE = 6;
/** The connections that calls use while none is stuck: `interactive` for `runSoon`, `background` for the others. */
export const DATABASE_POOLS = { background: DATABASE_CONNECTIONS, interactive: DATABASE_CONNECTIONS_SOON } as const;
/** A connection whose call takes this long is stuck. */
const STUCK_MS = 250;
/**
 * On all of these, PostgreSQL itself ends a wait for a lock, a little before the call is abandoned: that would replace all
 * connections and fail everybody's calls.
 */
const LOCK_TIMEOUT_SOON_MS = 1_750;

/** The only way to the database. Every call has a deadline. A pool that does not answer is replaced by a new one. */
export interface Database {
  /**
   * Runs queries. Rejects with `DatabaseUnavailableError` if the answer is late or the connection fails; a write may or may not
   * have happened then. Also when the schema has become newer than this process.
   */
  run<T>(work: (queries: Queries) => Promise<T>, deadlineMs?: number): Promise<T>;
  /**
   * The same for work that a person waits for, on connections reserved for it. It prefers the first connection, whose statements
   * are planned and whose pages are cached.
   */
  runSoon<T>(work: (queries: Queries, statements: Statements) => Promise<T>): Promise<T>;
  /** The same in one transaction. Never keep it open across a call to anything but the database. */
  transaction<T>(work: (queries: Queries) => Promise<T>, deadlineMs?: number): Promise<T>;
  /**
   * The same for a transaction that changes an organisation's quotas, which may take long. Others of the organisation in this
   * process wait for it without a connection: with one each, they would leave none for other organisations.
   */
  changeQuotas<T>(organisationId: string, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Subscribes to NOTIFY. Calls `onListening` at first and after every reconnect, because notifications in between are lost. */
  listen(channel: string, onPayload: (payload: string) => void, onListening: () => void): Promise<() => Promise<void>>;
  /** Reports the database's status, immediately and on every change. Returns a function that unsubscribes. */
  onStatus(listener: (status: DatabaseStatus) => void): () => void;
  close(): Promise<void>;
}

/** Whether the last call was answered. `outdated`: a newer Easel has changed the schema, and this process's statements don't fit. */
export type DatabaseStatus = "up" | "away" | "outdated";

/** Connects lazily: the first call opens the first connection. `role`: the role to switch to; undefined: the address's user. */
export function connectDatabase(url: string, log: Logger, role?: string): Database {
  const options = {
    max: DATABASE_CONNECTIONS,
    connect_timeout: DATABASE_CONNECT_S,
    onnotice: () => {},
    // If the connection drops while array types are fetched, nothing can catch the error. `listed` needs no types.
    fetch_types: false,
    connection: {
      application_name: "easel",
      // Compiling takes longer than running any of our statements.
      jit: "off",
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      transaction_timeout: TRANSACTION_TIMEOUT_MS,
      ...(role === undefined ? {} : { role }),
    },
  };
  const open = () => {
    const most = postgres(url, options);
    const connection = { ...options.connection, lock_timeout: LOCK_TIMEOUT_SOON_MS };
    const soon = Array.from({ length: DATABASE_CONNECTIONS_SOON + DATABASE_CONNECTIONS_SPARE }, () =>
      postgres(url, { ...options, max: 1, connection }),
    );
    return {
      most: drizzle(preparing(most)),
      soon: firstFree(soon.map((client) => drizzle(preparing(client)))),
      end: (timeout: number) => Promise.all([most, ...soon].map((client) => client.end({ timeout }))),
    };
  };
  let pool = open();
  // drizzle changes how its client parses values, so LISTEN has its own client.
  const listener = postgres(url, { ...options, max: 1 });
  const listeners = new Set<(status: DatabaseStatus) => void>();
  const inTurn = createKeyedQueue();
  let status: DatabaseStatus = "up";

  const setStatus = (next: DatabaseStatus): void => {
    // A process never becomes newer.
    if (next === status || status === "outdated") return;
    status = next;
    log[next === "up" ? "info" : "warn"]({ status: next }, "database");
    for (const tell of listeners) tell(next);
  };

  let comparing: Promise<void> | undefined;
  /** Compares the schemas once for all calls that fail at the same time. */
  const isOutdated = async (): Promise<boolean> => {
    if (status === "outdated") return true;
    comparing ??= compareSchemas().finally(() => (comparing = undefined));
    await comparing;
    // Changed by the comparison.
    return (status as DatabaseStatus) === "outdated";
  };
  const compareSchemas = async (): Promise<void> => {
    try {
      const schema = await newerSchema(url);
      if (schema === undefined) return;
      log.error({ schema }, "a newer Easel has changed the database, and this process no longer fits: replace it");
      setStatus("outdated");
    } catch (error) {
      log.warn({ err: error }, "the schema could not be compared after a statement that doesn't fit it");
    }
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
        // postgres.js waits forever on a connection that swallows packets, so replace the whole pool.
        if (pool === used) {
          pool = open();
          void used.end(0).catch(() => {});
        }
        reject(new DatabaseUnavailableError(`the database did not answer within ${deadlineMs} ms`));
      };
      // If this process was busy, the answer has arrived and is read before the immediate runs.
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
      if (isBusy(error)) {
        setStatus("up");
        throw new DatabaseBusyError("the organisation's quotas are being changed", error);
      }
      if (isConnectionFailure(error)) {
        setStatus("away");
        throw new DatabaseUnavailableError("the database can't be reached", error, mayHaveRun(error));
      }
      // The answer is there, so the call is not late, however long this takes.
      clearTimeout(timer);
      clearImmediate(immediate);
      if (isMisfit(error) && (await isOutdated())) {
        throw new DatabaseUnavailableError("the database is ahead of this process", error, false);
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
    changeQuotas: (organisationId, work) =>
      inTurn(organisationId, () => withDeadline(({ most }) => inTransaction(most, work), DATABASE_BACKGROUND_CALL_MS)),
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

/** Runs each call on the first idle client of those that are not stuck, or else on the least busy one. */
function firstFree<Orm>(all: readonly Orm[]): <T>(work: (orm: Orm) => Promise<T>) => Promise<T> {
  // The beginnings of the calls on each, oldest first.
  const lines = all.map((orm) => ({ orm, calls: [] as number[] }));
  return async (work) => {
    const now = performance.now();
    const moving = lines.filter(({ calls: [oldest = now] }) => now - oldest < STUCK_MS);
    const choice = moving.length > 0 ? moving.slice(0, DATABASE_CONNECTIONS_SOON) : lines;
    const line = choice.reduce((least, next) => (next.calls.length < least.calls.length ? next : least));
    line.calls.push(now);
    try {
      return await work(line.orm);
    } finally {
      line.calls.splice(line.calls.indexOf(now), 1);
    }
  };
}
