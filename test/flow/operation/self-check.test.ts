import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import postgres from "postgres";
import { embeddedLines } from "../../../src/app/self-check/database.ts";
import { selfCheck } from "../../../src/app/self-check/self-check.ts";
import { readConfig } from "../../../src/config/config.ts";
import { ownProcessVersion } from "../../../src/db/schema-version.ts";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { DAY_MS } from "../../../src/lib/limits.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { fillWaiting } from "../../support/database/waiting.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { selfCheckEnvironment } from "../../support/discord/self-check-environment.ts";
import { portOf } from "../../support/process/port.ts";
import { refusedUrl } from "../../support/process/tcp-server.ts";

let here: DiscordEasel;
let dataDir: string;
let environment: Record<string, string>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "easel-self-check-"));
  await mkdir(join(dataDir, "media"));
  here = await startDiscordEasel();
});
afterAll(async () => {
  await here.stop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  environment = selfCheckEnvironment(here, dataDir);
});

/** The report: what works, and what needs a fix. */
async function report(clock: Clock = systemClock): Promise<{ well: string[]; bad: string[] }> {
  const context = { clock, random: Math.random, log: createLog("silent") };
  const lines = await selfCheck(readConfig(environment, dataDir), context, new AbortController().signal);
  const texts = (isWell: boolean): string[] => lines.filter((one) => one.isWell === isWell).map(({ text }) => text);
  return { well: texts(true), bad: texts(false) };
}

/** These tests connect to Discord without a public address. */
const NO_ADDRESS = expect.stringMatching(/^PUBLIC_URL is not set: chat platforms get no links/);
const saying = (text: RegExp) => expect.arrayContaining([expect.stringMatching(text)]);

describe("a check of the embedded database", () => {
  beforeEach(() => {
    environment = { ...environment, DATABASE_URL: "" };
  });

  it("finds the database of a running Easel", async () => {
    // The test run's server is an embedded one.
    const lines = await embeddedLines(inject("databaseFolder"), systemClock);
    expect(lines).toEqual([
      { isWell: true, text: "Database: embedded, in DATA_DIR. It is running." },
      { isWell: true, text: expect.stringMatching(/^Database: PostgreSQL 18\S* answers in \d+ ms\.$/) },
      { isWell: true, text: "Schema: none yet; the first start creates it." },
    ]);
  });

  it("says that it isn't running, or isn't there yet", async () => {
    expect((await report()).well).toContain("Database: embedded, in DATA_DIR. The first start creates it.");
    const cluster = join(dataDir, "postgres", "cluster");
    await mkdir(cluster, { recursive: true });
    onTestFinished(() => rm(join(dataDir, "postgres"), { recursive: true }));
    expect((await report()).well).toEqual(
      saying(/^Database: embedded, in DATA_DIR\. It is not running; it starts with/),
    );
  });
});

describe("a complete check next to a running Easel", () => {
  it("finds no problems", async () => {
    const { well, bad } = await report();
    expect(bad).toEqual([NO_ADDRESS]);
    for (const text of [
      /^DATA_DIR \S+ can be written, and has \d/,
      /^Easel runs at PORT \d+\.$/,
      /^Database: PostgreSQL 18\S* answers in \d+ ms\.$/,
      /^Pooler: none; DATABASE_URL leads to PostgreSQL itself\.$/,
      /^Schema: \d+\.\d+\.$/,
      /^Jobs: 0 at the gateway, 0 waiting, 0 without an answer from the gateway\.$/,
      /^Store: \S+media can be written, read and deleted from\.$/,
      /^Gateway for pictures: answers, and knows the key\.$/,
      /^Gateway for clips: answers, and knows the key\.$/,
      /^Discord: accepts the token of \S+\.$/,
      /^Slack: off \(SLACK_BOT_TOKEN/,
      /^Traces: off/,
    ]) {
      expect(well).toEqual(saying(text));
    }
    expect(here.discord.gateway.connected()).toBe(1);
  });

  it("names a variable that is probably misspelt, without its value", async () => {
    environment["CONSOLE_PASWORD"] = "correct horse battery";
    expect((await report()).bad).toEqual([
      "CONSOLE_PASWORD is set, but Easel doesn't know it: write CONSOLE_PASSWORD, or unset it.",
      NO_ADDRESS,
    ]);
  });

  it("creates nothing if Easel has never been started", async () => {
    const empty = join(dataDir, "new", "data");
    environment["DATA_DIR"] = empty;
    const { well, bad } = await report();
    expect(bad).toEqual([NO_ADDRESS]);
    expect(well).toEqual(saying(/^DATA_DIR \S+ can be created by the first start, and has \d/));
    expect(well).toEqual(saying(/^Store: \S+media, which the first start creates\.$/));
    expect(await readdir(dataDir)).toEqual(["media"]);
  });

  it("names a data folder that can't be written", async () => {
    environment["DATA_DIR"] = "/dev/null/easel";
    expect((await report()).bad).toEqual(
      saying(/^DATA_DIR \/dev\/null\/easel can't be written: change the permissions of/),
    );
  });

  it("names a data folder that root may write, but nobody can create", async () => {
    environment["DATA_DIR"] = "/proc/easel/data";
    expect((await report()).bad).toEqual(saying(/^DATA_DIR \/proc\/easel\/data\b.+ set DATA_DIR to another folder/));
  });

  it("names each credential that is refused", async () => {
    Object.assign(environment, { IMAGE_API_KEY: "sk-unknown", DISCORD_TOKEN: "not.the.token" });
    const { bad } = await report();
    expect(bad).toHaveLength(3);
    expect(bad).toEqual(saying(/^IMAGE_API_KEY is not accepted by/));
    expect(bad).toEqual(saying(/^DISCORD_TOKEN is not accepted by Discord; copy the token again/));
    expect(bad.join("\n")).not.toMatch(/sk-unknown|not\.the\.token/);
  });

  it("names what can't be reached", async () => {
    environment["VIDEO_BASE_URL"] = await refusedUrl();
    here.discord.goAway("unavailable");
    const { bad } = await report();
    here.discord.goAway(undefined);
    await here.discord.gateway.until(1);
    expect(bad).toEqual(saying(/^Gateway for clips: .+\. Check the network and the address; Easel keeps trying\.$/));
    expect(bad).toEqual(saying(/^Discord: .+\. Check the network; Easel keeps trying\.$/));
  });

  it("notices a wrong clock", async () => {
    const late: Clock = { ...systemClock, now: () => Date.now() - 60_000 };
    expect((await report(late)).bad).toEqual(saying(/^The database's clock is (?:59|60|61) s ahead of this machine's/));
  });
});

describe("a check of work that is stuck", () => {
  let database: TestDatabase;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await createTestDatabase();
    sql = postgres(database.url, { max: 1, fetch_types: false, onnotice: () => {} });
    await fillWaiting(sql, { organisations: 2, jobsEach: 2 });
  });
  afterAll(async () => {
    await sql.end();
    await database.drop();
  });

  it("counts jobs that wait too long, and says why", async () => {
    environment["DATABASE_URL"] = database.url;
    await sql`update jobs set waiting_since = now() - interval '43 minutes'`;
    await sql`delete from workers`;
    expect((await report()).bad).toEqual(
      saying(
        /^Jobs: 0 at the gateway, 4 waiting, .*The first has waited for 43 minutes: no worker is running; start a/,
      ),
    );
    await sql`
      insert into workers ${sql({ id: randomUUID(), ...(await ownProcessVersion()) })}`;
    expect((await report()).bad).toEqual(
      saying(/43 minutes: is the gateway reachable, and does a key have free slots\?$/),
    );
  });

  it("names the keys that can't be used, in every organisation", async () => {
    environment["DATABASE_URL"] = database.url;
    const [organisation] = await sql<{ id: string }[]>`select id from organisations limit 1`;
    const enter = (name: string, more: object) => sql`
      insert into credentials ${sql({
        organisation_id: organisation?.id ?? "",
        name,
        masked: "sk-…abcd",
        origin: "people",
        fingerprint: name,
        sealed_secret: "sealed",
        services: "{image}",
        concurrency: 1,
        clip_concurrency: 1,
        ...more,
      })}`;
    await enter("well", {});
    await enter("revoked", { invalid_at: new Date() });
    await enter("turned off", { invalid_at: new Date(), disabled_at: new Date() });
    await enter("empty", { resting_until: new Date(Date.now() + DAY_MS) });
    await enter("rested", { resting_until: new Date(Date.now() - DAY_MS) });
    await enter("foreign", {});
    await sql`update credentials set resting_until = 'infinity' where name = 'foreign'`;
    const { bad } = await report();
    expect(bad.filter((text) => text.startsWith("Key "))).toEqual([
      expect.stringMatching(/^Key “empty” sk-…abcd: its cap or balance is used up/),
      expect.stringMatching(/^Key “foreign” sk-…abcd: it was encrypted with another SECRET_KEY/),
      expect.stringMatching(/^Key “revoked” sk-…abcd: the gateway refused it/),
    ]);
    await sql`delete from credentials where fingerprint = name`;
  });

  it("notices a database that is open to every user, and a user that can't switch to its role", async () => {
    environment["DATABASE_URL"] = database.url;
    const name = new URL(database.url).pathname.slice(1);
    await sql.unsafe(`grant connect on database ${name} to public`);
    expect((await report()).bad).toEqual(saying(/^Database: every user of the PostgreSQL server can connect to it\./));
    await sql.unsafe(`revoke connect on database ${name} from public`);
    const { bad } = await report();
    expect(bad).not.toEqual(saying(/^Database: every user/));
    expect(bad).toEqual(saying(/^Database: its user can't act as the role easel_app_\d+, so only triggers guard/));
  });

  it("counts the results that could not be delivered in the last day", async () => {
    environment["DATABASE_URL"] = database.url;
    await sql`
      update batches set closed_at = now() - old.n * interval '20 hours'
      from (select id, row_number() over () as n from batches) old where old.id = batches.id`;
    await sql`update jobs set state = 'succeeded'`;
    await sql`insert into posts (batch_id, kind, state) select id, 'result', 'undeliverable' from batches`;
    expect((await report()).bad).toEqual(saying(/^Results: 1 could not be delivered in the last day\./));
  });
});

describe("a check of the port", () => {
  it("says that it is free when no Easel runs there", async () => {
    environment["PORT"] = new URL(await refusedUrl()).port;
    const { well, bad } = await report();
    expect(bad).toEqual([NO_ADDRESS]);
    expect(well).toEqual(saying(/^Easel does not run at PORT \d+; the port is free\.$/));
  });

  it("notices another program there", async () => {
    const other = createHttpServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
    await once(other, "listening");
    environment["PORT"] = String(portOf(other));
    expect((await report()).bad).toEqual(saying(/^What answers at PORT \d+ is not Easel/));
    other.close();
  });
});
