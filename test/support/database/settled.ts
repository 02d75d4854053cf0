import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { TestEasel } from "../easel.ts";

const LOOK_MS = 20;

/** Resolves when all requests are finished and posted, and the posts are stored. */
export async function allSettled({ databaseUrl }: Pick<TestEasel, "databaseUrl">): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    while ((await sql`select id from batches where closed_at is null limit 1`).length > 0) await sleep(LOOK_MS);
  } finally {
    await sql.end();
  }
}
