import { DATABASE_POOLS, type Database } from "../../db/connection.ts";
import type { Queries } from "../../db/queries.ts";
import { DatabaseBusyError, DatabaseUnavailableError, EaselError } from "../../lib/errors.ts";
import type { Meters } from "./meters.ts";

type Pool = keyof typeof DATABASE_POOLS;

const POOLS: readonly Pool[] = ["background", "interactive"];

/** Wraps a database to measure its calls and how many are in progress. */
export function measuredDatabase(db: Database, meters: Meters): Database {
  const underWay: Record<Pool, number> = { background: 0, interactive: 0 };

  async function measured<T>(pool: Pool, call: () => Promise<T>): Promise<T> {
    const began = performance.now();
    let outcome = "answered";
    underWay[pool] += 1;
    try {
      return await call();
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      underWay[pool] -= 1;
      const seconds = (performance.now() - began) / 1_000;
      meters.observe("easel_database_call_seconds", { pool, outcome }, seconds);
    }
  }

  /** Wraps the work to measure how long it waited to begin. */
  function waited<T>(work: (queries: Queries) => Promise<T>): (queries: Queries) => Promise<T> {
    const asked = performance.now();
    let hasBegun = false;
    return (queries) => {
      // A repeated transaction already has its connection.
      if (!hasBegun) meters.observe("easel_database_wait_seconds", {}, (performance.now() - asked) / 1_000);
      hasBegun = true;
      return work(queries);
    };
  }

  meters.show("easel_database_calls", () => POOLS.map((pool) => ({ labels: { pool }, value: underWay[pool] })));
  meters.show("easel_database_connections", () =>
    POOLS.map((pool) => ({ labels: { pool }, value: DATABASE_POOLS[pool] })),
  );
  return {
    ...db,
    run: (work, deadlineMs) => measured("background", () => db.run(work, deadlineMs)),
    runDirect: (work, deadlineMs) => measured("background", () => db.runDirect(work, deadlineMs)),
    runSoon: (work) => measured("interactive", () => db.runSoon(work)),
    transaction: (work, deadlineMs) => measured("background", () => db.transaction(waited(work), deadlineMs)),
    changeQuotas: (organisationId, work) => measured("background", () => db.changeQuotas(organisationId, waited(work))),
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof DatabaseBusyError) return "busy";
  if (error instanceof DatabaseUnavailableError) return "unavailable";
  // A refusal that the database decided, such as a quota's, is an answer.
  return error instanceof EaselError ? "answered" : "failed";
}
