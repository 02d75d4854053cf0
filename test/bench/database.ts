import { readdir, readFile } from "node:fs/promises";
import postgres from "postgres";
import { withDatabase } from "../support/database/postgres.ts";

/** Makes an empty database on the run's server and returns its address. */
export async function createDatabase(server: string, name: string): Promise<string> {
  const client = postgres(server, { max: 1, onnotice: () => {} });
  try {
    await client.unsafe(`create database ${name}`);
  } finally {
    await client.end();
  }
  return withDatabase(server, name);
}

/** Raises every key's concurrency, as an admin can. The default is meant for a real gateway. */
export async function raiseConcurrency(sql: postgres.Sql, jobs: number): Promise<void> {
  await sql`update credentials set concurrency = ${jobs}, clip_concurrency = ${jobs}`;
  await sql`
    insert into slots (key_fingerprint, service, n)
    select fingerprint, service, n from credentials, unnest(services) service, generate_series(1, ${jobs}::int) n
    on conflict do nothing`;
}

/** Resolves when `count` batches of the service are closed: everything in them is posted and settled. */
export async function batchesClosed(
  sql: postgres.Sql,
  count: number,
  everyMs: number,
  service: "image" | "video" = "image",
): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const [row] = await sql<{ closed: number }[]>`
      select count(closed_at)::int as closed from batches where service = ${service}`;
    if (row && row.closed >= count) return;
    if (performance.now() > deadline) throw new Error(`only ${row?.closed ?? 0} of ${count} batches were closed`);
    await new Promise((resolve) => {
      setTimeout(resolve, everyMs);
    });
  }
}

/** Processor time of a server's processes so far, in milliseconds. Ended processes are not counted. */
export async function serverCpuMs(pid: number): Promise<number> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const stats = await Promise.all(pids.map((one) => readFile(`/proc/${one}/stat`, "latin1").catch(() => "")));
  let ticks = 0;
  for (const stat of stats) {
    // The second field, the program's name in parentheses, may hold anything. (proc_pid_stat(5), fields 4, 14 and 15.)
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(fields[1]) === pid) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10;
}
