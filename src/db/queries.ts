import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

/** What queries run on: the whole database or one transaction. */
export type Queries = Pick<PostgresJsDatabase, "select" | "insert" | "update" | "delete" | "execute">;

/** Runs a precompiled statement with its values as text. */
export type Statements = Pick<postgres.Sql, "unsafe">;
