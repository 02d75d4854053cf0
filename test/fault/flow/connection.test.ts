import { once } from "node:events";
import { connect, createServer } from "node:net";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkConnection, explained } from "../../../src/db/check-connection.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { TRANSACTION_TIMEOUT_MS } from "../../../src/db/session-settings.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { portOf } from "../../support/process/port.ts";
import { until } from "../../support/process/processes.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";

let database: TestDatabase;
let wire: TcpProxy;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${wire.port}`;
  db = connectDatabase(address.href, pino({ level: "silent" }));
});

afterAll(async () => {
  wire.heal();
  await db.close();
  await wire.close();
  await database.drop();
});

// An uncaught error in any of these would end the process and fail the run.
it.each([
  ["while a statement is under way", async () => {}],
  ["between two statements", () => pauseFor(50)],
])("a connection lost %s of a transaction counts as an unavailable database", async (_when, pause) => {
  let after = 0;
  const lost = db.transaction(async (queries) => {
    await queries.execute("select 1");
    wire.cut();
    await pause();
    await queries.execute("select 2");
    after += 1;
  });
  await expect(lost).rejects.toThrow(DatabaseUnavailableError);
  await pauseFor(50);
  wire.heal();
  await until(() =>
    db
      .run((queries) => queries.execute("select 3"))
      .then(
        () => true,
        () => false,
      ),
  );
  expect(after).toBe(0);
});

it("a transaction whose work fails is still rolled back", async () => {
  const failed = db.transaction(async (queries) => {
    await queries.execute("create table never_there (id int)");
    throw new RangeError("no");
  });
  await expect(failed).rejects.toThrow(RangeError);
  await expect(db.run((queries) => queries.execute("select * from never_there"))).rejects.toThrow("never_there");
});

it("a server without TLS is named as the reason if the address needs TLS", async () => {
  // “N” refuses an SSLRequest (PostgreSQL documentation, "Message Flow").
  const plain = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end("N"));
  }).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const address = `postgres://someone@127.0.0.1:${portOf(plain)}/easel?sslmode=require`;
  await expect(checkConnection(address)).rejects.toThrow("DATABASE_URL: the server offers no TLS; turn it on");
  plain.close();
});

it.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "NODE_EXTRA_CA_CERTS"],
  ["CERT_HAS_EXPIRED", "renew it"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "another host name"],
  ["ECONNRESET", "can't be reached"],
])("a connection that ends with %s is explained", async (code, words) => {
  const failed = explained("DATABASE_URL", () => Promise.reject(Object.assign(new Error("the connection"), { code })));
  await expect(failed).rejects.toThrow(words);
});

it("a server that falls silent after accepting a connection counts as an unavailable database", async () => {
  // AuthenticationOk and ReadyForQuery (PostgreSQL documentation, "Message Formats"), and nothing after that.
  const welcome = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
  const silent = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.write(welcome));
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const away = connectDatabase(`postgres://someone@127.0.0.1:${portOf(silent)}/easel`, pino({ level: "silent" }));
  const asked = away.run((queries) => queries.execute("select 1"), 500);
  await expect(asked).rejects.toThrow(DatabaseUnavailableError);
  await pauseFor(50);
  await away.close();
  silent.close();
});

/** A pause: no event reports when the operating system has ended a connection. */
function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

it("a person's call never waits behind calls that wait for a lock", async () => {
  const own = connectDatabase(database.url, pino({ level: "silent" }));
  const holder = postgres(database.url, { max: 2, onnotice: () => {} });
  const lock = await holder.reserve();
  try {
    await lock`begin`;
    await lock`lock table jobs in access exclusive mode`;
    let ended = 0;
    const waiting = Array.from({ length: 3 }, () =>
      own
        .runSoon((queries) => queries.execute("select from jobs"))
        .catch((error: unknown) => error)
        .finally(() => (ended += 1)),
    );
    const stuck = () => holder`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '300 ms'`;
    await expect.poll(async () => (await stuck()).length).toBe(3);
    await own.runSoon((queries) => queries.execute("select 1"));
    expect(ended).toBe(0);
    await lock`rollback`;
    await Promise.all(waiting);
  } finally {
    lock.release();
    await Promise.all([own.close(), holder.end()]);
  }
});

describe("a start on a network that swallows packets", () => {
  it.each([
    ["checked", checkConnection],
    ["migrated", (url: string, deadlineMs?: number) => migrate(url, { deadlineMs })],
  ])("reports that the database is %s instead of waiting forever", async (_what, start) => {
    const address = new URL(database.url);
    address.host = `127.0.0.1:${wire.port}`;
    wire.swallow();
    await expect(start(address.href, 200)).rejects.toThrow("gave no answer");
    wire.heal();
    await expect(start(address.href)).resolves.not.toBe(null);
  });
});

describe("a process that stops in the middle of a statement", () => {
  it("loses its transaction, and with it the locks that others wait for", async () => {
    const marker = "stops before this statement is bound";
    const { hostname, port } = new URL(database.url);
    // Forwards everything up to the first part of the statement, and nothing after it.
    const passing = createServer((socket) => {
      const server = connect(Number(port), hostname);
      let hasStopped = false;
      socket.on("data", (chunk) => {
        if (!hasStopped) server.write(chunk);
        hasStopped ||= chunk.includes(marker);
      });
      server.pipe(socket);
      for (const end of [socket, server]) end.on("error", () => {});
      socket.on("close", () => server.destroy());
      server.on("close", () => socket.destroy());
    }).listen(0, "127.0.0.1");
    await once(passing, "listening");
    const address = new URL(database.url);
    address.host = `127.0.0.1:${portOf(passing)}`;
    address.searchParams.set("transaction_timeout", "500");
    const stopped = connectDatabase(address.href, pino({ level: "silent" }));
    const other = connectDatabase(database.url, pino({ level: "silent" }));
    try {
      const never = stopped.run(
        (queries) => queries.execute(sql`update credentials set name = ${"x"} where false -- ${sql.raw(marker)}`),
        30_000,
      );
      const failed = never.catch((error: unknown) => error);
      const holds = sql`select from pg_locks where relation = 'credentials'::regclass and mode = 'RowExclusiveLock'`;
      const held = () => other.run(async (queries) => (await queries.execute(holds)).length);
      await expect.poll(held).toBe(1);
      const lock = "lock table credentials in share row exclusive mode";
      await other.transaction((queries) => queries.execute(lock), 20_000);
      expect(await failed).toBeInstanceOf(DatabaseUnavailableError);
    } finally {
      await Promise.all([stopped.close(), other.close()]);
      passing.close();
    }
  });

  it("is limited by a transaction time-out by default", async () => {
    const [row] = await db.run((queries) => queries.execute("show transaction_timeout"));
    expect(row).toEqual({ transaction_timeout: `${TRANSACTION_TIMEOUT_MS / 1_000}s` });
  });
});
