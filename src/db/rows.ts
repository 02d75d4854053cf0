import { getTableColumns, type InferSelectModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Turns a row of a raw statement that returns a table's columns into what a drizzle select of that table returns. */
export function rowReader<T extends PgTable>(table: T): (row: Record<string, unknown>) => InferSelectModel<T> {
  const columns = Object.entries(getTableColumns(table));
  return (row) => {
    const result: Record<string, unknown> = {};
    for (const [key, column] of columns) {
      const value = row[column.name];
      result[key] = value === null || value === undefined ? null : column.mapFromDriverValue(value);
    }
    return result as InferSelectModel<T>;
  };
}

/** Null in the database is undefined in the code. */
export function orUndefined<T>(value: T | null): T | undefined {
  return value ?? undefined;
}
