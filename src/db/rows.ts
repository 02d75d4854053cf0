/** Null in the database is undefined in the code. */
export function orUndefined<T>(value: T | null): T | undefined {
  return value ?? undefined;
}
