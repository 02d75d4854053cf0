import postgres from "postgres";

/** PostgreSQL's code for a statement that lost a deadlock. */
const DEADLOCK = "40P01";

/** Easel's own statements lock the tables in another order than the test's, so these may lose a deadlock. */
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
