import { randomUUID, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import postgres from "postgres";
import { createHttpServer as createEaselServer } from "../../../src/app/http/http-server.ts";
import { identityRoutes } from "../../../src/app/http/identity.ts";
import { embeddedLines } from "../../../src/app/self-check/database.ts";
import { publicAddressLines } from "../../../src/app/self-check/public-address.ts";
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
import { createManualClock } from "../../support/manual-clock.ts";
import { portOf } from "../../support/process/port.ts";
import { refusedUrl } from "../../support/process/tcp-server.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "../../support/process/test-certificate.ts";

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

/** The report: what is well, and what somebody has to fix. */
async function report(clock: Clock = systemClock): Promise<{ well: string[]; bad: string[] }> {
  const context = { clock, random: Math.random, log: createLog("silent") };
  const lines = await selfCheck(readConfig(environment, dataDir), context, new AbortController().signal);
  const texts = (isWell: boolean): string[] => lines.filter((one) => one.isWell === isWell).map(({ text }) => text);
  return { well: texts(true), bad: texts(false) };
}

/** The bot of these tests is at Discord and has no public address. */
const NO_ADDRESS = expect.stringMatching(/^PUBLIC_URL is not set: chat platforms get no links/);
const saying = (text: RegExp) => expect.arrayContaining([expect.stringMatching(text)]);

describe("a check of the embedded database", () => {
  beforeEach(() => {
    environment = { ...environment, DATABASE_URL: "" };
  });

  it("finds the one that a running Easel has", async () => {
    // The server of the test run is an embedded one.
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

describe("a check of everything beside a running Easel", () => {
  it("finds it well", async () => {
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

  it("creates nothing where Easel has never been started", async () => {
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

  it("names the keys that can't be used, whatever organisation they are of", async () => {
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

  it("notices a database that is open to every user, and a user that can't act as its role", async () => {
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

/** A server with nothing but Easel's proof of identity. */
const servedHere = (secretKey: string) =>
  createEaselServer(
    { variable: "PUBLIC_PORT", host: "127.0.0.1", port: 0 },
    { routes: [identityRoutes(secretKey)], unsignedRequests: 100, trustProxy: undefined },
  );

/** The address of another site. */
async function answering(handle: RequestListener): Promise<string> {
  const server = createHttpServer(handle).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

describe("a check of the public address", () => {
  const KEY = "a secret key that is used by tests alone";
  const examined = (publicUrl: string | undefined, clock: Clock = systemClock, secretKey = KEY) =>
    publicAddressLines(
      { publicUrl, platforms: readConfig({ ...environment, PUBLIC_URL: "" }, dataDir).platforms },
      secretKey,
      clock,
      new AbortController().signal,
    );
  const toldOf = async (...given: Parameters<typeof examined>): Promise<string> =>
    (await examined(...given)).map(({ isWell, text }) => `${isWell} ${text}`).join("\n");

  it("knows the Easel with the same key from every other site that answers", async () => {
    const easel = servedHere(KEY);
    const { url } = await easel.listen();
    onTestFinished(() => easel.close());
    expect(await toldOf(url)).toContain(`true PUBLIC_URL ${url} leads to this Easel.`);
    expect(await toldOf(url, systemClock, "another key")).toContain(`false PUBLIC_URL ${url} answers 200, but not as`);

    for (const handle of [
      (_request, response) => response.writeHead(404).end("not here"),
      (_request, response) => response.end(JSON.stringify({ easel: "00".repeat(32) })),
      (_request, response) => response.end("x".repeat(100_000)),
      (_request, response) => response.writeHead(302, { location: url }).end(),
    ] satisfies RequestListener[]) {
      expect(await toldOf(await answering(handle))).toMatch(
        /^false PUBLIC_URL \S+ answers (?:200|302|404), but not as this/,
      );
    }
    const failing = await answering((_request, response) => response.writeHead(502).end());
    expect(await toldOf(failing)).toMatch(/^false PUBLIC_URL \S+ answers 502: does the proxy lead to PUBLIC_PORT/);
  });

  it("finds a missing one wrong only if a platform is on that links to results", async () => {
    expect(await toldOf(undefined)).toMatch(/^false PUBLIC_URL is not set: chat platforms get no links/);
    environment = { SECRET_KEY: KEY };
    expect(await toldOf(undefined)).toMatch(/^true PUBLIC_URL is not set\. The Console alone needs none/);
  });

  it("reads when the certificate expires", async () => {
    const server = createHttpsServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, (_request, response) =>
      response.end(),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const until = Date.parse(new X509Certificate(TEST_CERTIFICATE).validTo);
    const lines = (now: number): Promise<string> =>
      toldOf(`https://localhost:${portOf(server)}`, createManualClock(now));
    expect(await lines(until - 30.5 * DAY_MS)).toContain("true The certificate of localhost is valid for 30 days.");
    expect(await lines(until - 2.5 * DAY_MS)).toContain("false The certificate of localhost expires in 2 days");
    expect(await lines(until + 1_000)).toContain("false The certificate of localhost has expired");
    // It is not trusted, and members elsewhere would reach their own machine.
    expect(await lines(until)).toMatch(/false PUBLIC_URL \S+ does not answer \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    expect(await lines(until)).toContain("members elsewhere can't open its links");
    server.close();
  });

  it("notices that nothing answers", async () => {
    expect(await toldOf(await refusedUrl())).toMatch(/^false PUBLIC_URL \S+ does not answer \(ECONNREFUSED\)/);
  });
});
