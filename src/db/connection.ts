import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { DatabaseBusyError, DatabaseUnavailableError } from "../lib/errors.ts";
import { createKeyedQueue } from "../lib/serial-queue.ts";
import { DATABASE_BACKGROUND_CALL_MS, DATABASE_CONNECT_S } from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";
import { isBusy, isConnectionFailure, isNotPrepared, isStillAborted, mayHaveRun } from "./database-failure.ts";
import { inTransaction } from "./in-transaction.ts";
import { isMisfit, newerSchema } from "./outdated.ts";
import { throughPooler } from "./pooler/pooled-client.ts";
import { preparing } from "./prepared.ts";
import type { Queries, Statements } from "./queries.ts";
import { APPLICATION_NAME, sessionSettings, type SessionSettings } from "./session-settings.ts";
import { countStatements, firstFree, routeTo, type Pool, type ConnectionRoute } from "./connection-route.ts";

/** Calls are abandoned after this: intake must answer within 2.5 s, before the platforms' 3 s. */
const DATABASE_CALL_MS = 2_000;
/** Connections per process: three processes stay well below the embedded server's 100. */
const DATABASE_CONNECTIONS = 10;
/** Extra connections for interactive work. With more, each would be used too rarely to stay warm. */
const DATABASE_CONNECTIONS_SOON = 3;
/**
 * Spare connections, opened and used only while the others are stuck. Without them, a request would wait behind another request's
 * lock and then for its own, together longer than intake has. This many serve about five requests a second.
 */
const DATABASE_CONNECTIONS_SPARE = 6;
/** The connections that calls use while none is stuck: `interactive` for `runSoon`, `background` for the others. */
export const DATABASE_POOLS = { background: DATABASE_CONNECTIONS, interactive: DATABASE_CONNECTIONS_SOON } as const;
/** Connections past the pooler, for leases. */
const DATABASE_CONNECTIONS_DIRECT = 2;
/**
 * On interactive connections, PostgreSQL ends a lock wait shortly before the call is abandoned, because abandoning a call
 * replaces all connections and fails every call on them.
 */
const LOCK_TIMEOUT_SOON_MS = 1_750;

/** The only way to the database. Every call has a deadline. A pool that does not answer is replaced by a new one. */
export interface Database {
  /**
   * Runs queries. Rejects with `DatabaseUnavailableError` if the answer is late or the connection fails (a write may or may not
   * have happened), or if the schema has become newer than this process.
   */
  run<T>(work: (queries: Queries) => Promise<T>, deadlineMs?: number): Promise<T>;
  /**
   * Like `run`, for work that a person waits for, on connections reserved for it. Prefers the first connection, whose statements
   * are planned and whose pages are cached.
   */
  runSoon<T>(work: (queries: Queries, statements: Statements) => Promise<T>): Promise<T>;
  /** Like `run`, in one transaction. Never keep it open across a call to anything but the database. */
  transaction<T>(work: (queries: Queries) => Promise<T>, deadlineMs?: number): Promise<T>;
  /**
   * Like `transaction`, for changing an organisation's quotas, which can take long. Further changes of the same organisation in
   * this process queue without a connection, so that they leave some for other organisations.
   */
  changeQuotas<T>(organisationId: string, work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Like `run`, but never through a pooler: for leases, which must be kept while the pooler restarts or has no connection to
   * spare.
   */
  runDirect<T>(work: (queries: Queries) => Promise<T>, deadlineMs?: number): Promise<T>;
  /** Subscribes to NOTIFY. Calls `onListening` initially and after every reconnect, because notifications in between are lost. */
  listen(channel: string, onPayload: (payload: string) => void, onListening: () => void): Promise<() => Promise<void>>;
  /** Reports the database's status, immediately and on every change. Returns a function that unsubscribes. */
  onStatus(listener: (status: DatabaseStatus) => void): () => void;
  close(): Promise<void>;
}

/** Whether the last call was answered. `outdated`: a newer Easel has changed the schema, and this process's statements don't fit. */
export type DatabaseStatus = "up" | "away" | "outdated";

/** A connection pooler in transaction mode, between this process and PostgreSQL. */
export interface Pooler {
  readonly url: string;
  /** The version of the schema, if the pooler keeps prepared statements: see `throughPooler`. */
  readonly tag: string | undefined;
}

/**
 * Connects lazily: the first call opens the first connection. `role`: the role to switch to; undefined: the address's user. With
 * a `pooler`, `url` bypasses it, and is used only for what needs its own session: notifications and leases.
 */
export function connectDatabase(url: string, log: Logger, role?: string, pooler?: Pooler): Database {
  const options = {
    connect_timeout: DATABASE_CONNECT_S,
    onnotice: () => {},
    // If the connection drops while array types are fetched, nothing can catch the error. `listed` needs no types.
    fetch_types: false,
  };
  let tag = pooler?.tag;
  const connect = (at: string, max: number, settings: SessionSettings, prepare = true): postgres.Sql =>
    postgres(at, { ...options, max, prepare, connection: { application_name: APPLICATION_NAME, ...settings } });
  const ownSessions = (max: number, settings: SessionSettings) => preparing(connect(url, max, settings));
  const sessions = (max: number, settings: SessionSettings) =>
    pooler ? throughPooler(connect(pooler.url, max, {}, tag !== undefined), settings, tag) : ownSessions(max, settings);
  const open = (): Pool => {
    const most = sessions(DATABASE_CONNECTIONS, sessionSettings(role));
    const soon = Array.from({ length: DATABASE_CONNECTIONS_SOON + DATABASE_CONNECTIONS_SPARE }, () =>
      sessions(1, sessionSettings(role, LOCK_TIMEOUT_SOON_MS)),
    );
    return {
      most: drizzle(most),
      soon: firstFree(
        soon.map((client) => drizzle(client)),
        DATABASE_CONNECTIONS_SOON,
      ),
      end: (timeout) => Promise.all([most, ...soon].map((client) => client.end({ timeout }))),
    };
  };
  const openDirect = (): Pool => {
    const most = ownSessions(DATABASE_CONNECTIONS_DIRECT, sessionSettings(role));
    const orm = drizzle(most);
    return { most: orm, soon: firstFree([orm], 1), end: (timeout) => most.end({ timeout }) };
  };
  const main = routeTo(open);
  const direct = pooler ? routeTo(openDirect) : main;
  // drizzle changes how its client parses values, so LISTEN has its own client.
  const connection = { application_name: APPLICATION_NAME, ...sessionSettings(role) };
  const listener = postgres(url, { ...options, max: 1, connection });
  const listeners = new Set<(status: DatabaseStatus) => void>();
  const inTurn = createKeyedQueue();
  let status: DatabaseStatus = "up";

  /** The database is up only if both ways answer. */
  const noteAnswer = (way: ConnectionRoute, isAway: boolean): void => {
    way.isAway = isAway;
    setStatus(main.isAway || direct.isAway ? "away" : "up");
  };
  const setStatus = (next: DatabaseStatus): void => {
    // `outdated` is final: a running process can't become newer.
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
      log.warn({ err: error }, "a statement doesn't fit the schema, and comparing both versions failed");
    }
  };

  /** Whether this statement failed because the pooler lost the prepared statements. */
  const isForgotten = (error: unknown, way: ConnectionRoute, used: Pool): boolean =>
    pooler?.tag !== undefined && (isNotPrepared(error) || (used !== way.pool() && isStillAborted(error)));
  /** Sends further calls to connections without prepared statements. Calls in progress finish on theirs. */
  const stopPreparing = (error: unknown, way: ConnectionRoute, used: Pool): void => {
    if (tag !== undefined) {
      log.warn({ err: error }, "the pooler does not keep prepared statements: they are sent in full from now on");
      tag = undefined;
    }
    way.retire(used);
  };

  const withDeadline = async <T>(way: ConnectionRoute, work: Work<T>, deadlineMs: number): Promise<T> => {
    let used = way.pool();
    let timer: NodeJS.Timeout | undefined;
    let immediate: NodeJS.Immediate | undefined;
    const expired = new Promise<never>((_resolve, reject) => {
      const giveUp = (): void => {
        // postgres.js waits forever on a connection that swallows packets, so replace the whole pool.
        way.replace(used);
        reject(new DatabaseUnavailableError(`the database did not answer within ${deadlineMs} ms`));
      };
      // If this process was busy, the answer may have arrived; it is read before the immediate runs.
      timer = setTimeout(() => (immediate = setImmediate(giveUp)), deadlineMs);
    });
    const attempt = (): Promise<T> => {
      const pool = way.pool();
      used = pool;
      return way.during(pool, Promise.race([work.on(pool), expired]));
    };
    try {
      const result = await attempt().catch((error: unknown) => {
        if (!isForgotten(error, way, used)) throw error;
        stopPreparing(error, way, used);
        if (!work.isWithoutEffect()) throw error;
        return attempt();
      });
      noteAnswer(way, false);
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) {
        noteAnswer(way, true);
        throw error;
      }
      if (isBusy(error)) {
        noteAnswer(way, false);
        throw new DatabaseBusyError("the organisation's quotas are being changed", error);
      }
      if (isConnectionFailure(error)) {
        noteAnswer(way, true);
        throw new DatabaseUnavailableError("the database can't be reached", error, mayHaveRun(error));
      }
      // The database has answered, so the deadline no longer applies.
      clearTimeout(timer);
      clearImmediate(immediate);
      if (isForgotten(error, way, used)) {
        throw new DatabaseUnavailableError("the pooler does not keep prepared statements", error);
      }
      if (isMisfit(error) && (await isOutdated())) {
        throw new DatabaseUnavailableError("the database is ahead of this process", error, false);
      }
      throw error;
    } finally {
      clearTimeout(timer);
      clearImmediate(immediate);
    }
  };
  /** A transaction that failed has had no effect. */
  const inOneTransaction = <T>(work: (queries: Queries) => Promise<T>): Work<T> => ({
    on: ({ most }) => inTransaction(most, work),
    isWithoutEffect: () => true,
  });
  /** Each statement is a transaction, so the first one has had no effect if it failed. */
  const oneByOne = <T>(on: (pool: Pool, count: <S extends object>(statements: S) => S) => Promise<T>): Work<T> => {
    let begun = 0;
    return {
      on: (pool) => {
        begun = 0;
        return on(pool, (statements) =>
          pooler?.tag === undefined ? statements : countStatements(statements, () => (begun += 1)),
        );
      },
      isWithoutEffect: () => begun <= 1,
    };
  };

  return {
    run: (work, deadlineMs = DATABASE_CALL_MS) =>
      withDeadline(
        main,
        oneByOne(({ most }, count) => work(count(most))),
        deadlineMs,
      ),
    runSoon: (work) =>
      withDeadline(
        main,
        oneByOne(({ soon }, count) => soon((orm) => work(count(orm), count(orm.$client)))),
        DATABASE_CALL_MS,
      ),
    transaction: (work, deadlineMs = DATABASE_CALL_MS) => withDeadline(main, inOneTransaction(work), deadlineMs),
    changeQuotas: (organisationId, work) =>
      inTurn(organisationId, () => withDeadline(main, inOneTransaction(work), DATABASE_BACKGROUND_CALL_MS)),
    runDirect: (work, deadlineMs = DATABASE_CALL_MS) =>
      withDeadline(
        direct,
        oneByOne(({ most }, count) => work(count(most))),
        deadlineMs,
      ),
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
      const ways = new Set([main, direct]);
      await Promise.all([...[...ways].map((way) => way.end(2)), listener.end({ timeout: 2 })]);
    },
  };
}

/** The work of a call. */
interface Work<T> {
  on(pool: Pool): Promise<T>;
  /** Whether an attempt that failed at a statement certainly changed nothing, so that it can be repeated. */
  isWithoutEffect(): boolean;
}
