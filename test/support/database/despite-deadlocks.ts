import postgres from "postgres";

/** PostgreSQL's code for a statement that lost a deadlock. */
const DEADLOCK = "40P01";

/** Repeats a test's statement while it loses deadlocks: Easel's statements lock the tables in a different order. */
export async function despiteDeadlocks(statement: () => Promise<unknown>): Promise<void> {
  for (let isDone = false; !isDone;) {
    isDone = await statement().then(
      () => true,
      (error: unknown) => {
        if (error instanceof postgres.PostgresError && error.code === DEADLOCK) return false;
        throw error;
      },
    );
  }
}
