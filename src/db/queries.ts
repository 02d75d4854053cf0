import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

/** What queries are written against: the whole database, or the inside of one transaction. */
export type Queries = Pick<PostgresJsDatabase, "select" | "insert" | "update" | "delete" | "execute">;

/** What runs a statement that was written out in advance, with its values as texts. */
export type Statements = Pick<postgres.Sql, "unsafe">;
