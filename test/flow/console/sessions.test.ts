import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../../src/db/connection.ts";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { ask, cookiesOf, logIn } from "../../support/browser-like.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { openEventReader } from "../../support/event-reader.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

const PASSWORD = "correct horse";
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let clock: ManualClock;
let server: TestConsole;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = createManualClock();
  server = await startTestConsole({ databaseUrl: database.url, password: PASSWORD, clock });
  return () => server.stop();
});

const enter = async (of = server): Promise<string> => cookiesOf(await logIn(of.url, PASSWORD));
const status = async (cookie: string, of = server): Promise<number> =>
  (await ask(`${of.url}/api/state?locale=en`, { headers: { cookie } })).status;
const logOut = (cookie: string, fields: Record<string, string> = {}) =>
  ask(`${server.url}/logout`, {
    method: "POST",
    headers: { cookie, origin: server.url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

describe("a session of the Console", () => {
  it("ends for good with its own log-out, and no other session ends", async () => {
    const [mine, other] = [await enter(), await enter()];
    const left = await logOut(mine, { locale: "zh-CN" });
    expect([left.status, left.headers["location"]]).toEqual([303, "/login?locale=zh-CN"]);
    expect(left.headers["set-cookie"]?.some((cookie) => /^easel_console=; .*Max-Age=0/.test(cookie))).toBe(true);
    expect(await status(mine)).toBe(401);
    expect(await status(other)).toBe(200);
    expect((await logOut(mine, { everywhere: "yes" })).status).toBe(303);
    expect(await status(other)).toBe(200);
  });

  it("ends with a log-out everywhere, in every process", async () => {
    const second = await startTestConsole({ databaseUrl: database.url, password: PASSWORD, clock });
    try {
      const [mine, other] = [await enter(), await enter(second)];
      expect(await status(mine, second)).toBe(200);
      await logOut(mine, { everywhere: "yes" });
      expect([await status(mine), await status(other), await status(other, second)]).toEqual([401, 401, 401]);
    } finally {
      await second.stop();
    }
  });

  it("ends 12 hours after it was last used, even if its page reconnects by itself", async () => {
    const [used, idle] = [await enter(), await enter()];
    clock.advance(11 * HOUR_MS);
    expect(await status(used)).toBe(200);
    const stream = await openEventReader(`${server.url}/api/events?as=admin`, { cookie: idle });
    stream.close();
    clock.advance(2 * HOUR_MS);
    expect([await status(used), await status(idle)]).toEqual([200, 401]);
  });

  it("ends after a week, however much it is used", async () => {
    const cookie = await enter();
    for (let hours = 0; hours < 168; hours += 8) {
      expect(await status(cookie)).toBe(200);
      clock.advance(8 * HOUR_MS);
    }
    expect(await status(cookie)).toBe(401);
  });

  it("survives a restart, and ends with the password, even if the old password comes back", async () => {
    const cookie = await enter();
    const restart = async (password: string): Promise<number> => {
      const other = await startTestConsole({ databaseUrl: database.url, password, clock });
      const seen = await status(cookie, other);
      await other.stop();
      return seen;
    };
    expect(await restart(PASSWORD)).toBe(200);
    expect(await restart("another horse")).toBe(401);
    expect(await restart(PASSWORD)).toBe(401);
  });

  it("ends its event streams too, immediately in this process and soon in others", async () => {
    const second = await startTestConsole({ databaseUrl: database.url, password: PASSWORD, clock });
    try {
      const [mine, other] = [await enter(), await enter()];
      const open = async (cookie: string, of = server) => {
        const reader = await openEventReader(`${of.url}/api/events?as=admin`, { cookie });
        await reader.until((events) => events.some(({ event }) => event === "status"));
        return reader;
      };
      const [here, elsewhere, others] = [await open(mine), await open(mine, second), await open(other)];
      await logOut(mine);
      await expect(here.until(() => false)).rejects.toThrow("ended");
      clock.advance(15_000);
      await expect(elsewhere.until(() => false)).rejects.toThrow("ended");
      const heard = others.events.length;
      await server.platform.post(
        { platform: "console", workspace: "main", channel: "general" },
        { text: "hi" },
        "after",
      );
      await others.until((events) => events.length > heard);
      others.close();
    } finally {
      await second.stop();
    }
  });

  it("has at most 20 concurrent event streams, and the page says so when it asks for another", async () => {
    const [mine, other] = [await enter(), await enter()];
    // `fetch` ends a stream when its response is collected as garbage.
    const kept: Response[] = [];
    const open = async (cookie: string, signal: AbortSignal): Promise<Response> => {
      const response = await fetch(`${server.url}/api/events?as=member`, { headers: { cookie }, signal });
      kept.push(response);
      return response;
    };
    const isFull = async (cookie: string): Promise<unknown> =>
      JSON.parse((await ask(`${server.url}/api/state?locale=en`, { headers: { cookie } })).text).streamsFull;
    const [first, others] = [new AbortController(), new AbortController()];
    await open(mine, first.signal);
    for (let n = 1; n < 20; n += 1) expect((await open(mine, others.signal)).status).toBe(200);
    const refused = await open(mine, others.signal);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      {
        error: { code: "too_many_streams", message: "Too many pages of the Console are open. Close some of them." },
      },
    ]);
    expect([await isFull(mine), await isFull(other)]).toEqual([true, false]);
    expect((await open(other, others.signal)).status).toBe(200);
    first.abort();
    await expect.poll(() => isFull(mine)).toBe(false);
    expect((await open(mine, others.signal)).status).toBe(200);
    others.abort();
  });

  it("is stored as a hash only", async () => {
    const cookie = await enter();
    const token = /easel_console=([^;]+)/.exec(cookie)?.[1] ?? "";
    const rows = JSON.stringify(await server.db.run((queries) => queries.execute("select * from console_sessions")));
    expect(rows).toContain("token_hash");
    expect(rows).not.toContain(token.slice(0, 20));
    expect(await status(`easel_console=${token.slice(0, -2)}xx`)).toBe(401);
  });

  it("needs the database, and the log-in says so if it is unavailable", async () => {
    const away = (db: Database): Database => ({
      ...db,
      run: async (work, deadlineMs) => {
        if (isAway) throw new DatabaseUnavailableError("away");
        return db.run(work, deadlineMs);
      },
    });
    let isAway = false;
    const other = await startTestConsole({ databaseUrl: database.url, password: PASSWORD, clock, wrap: away });
    try {
      const cookie = await enter(other);
      isAway = true;
      const refused = await logIn(other.url, PASSWORD, { "accept-language": "zh-CN" });
      expect([refused.status, refused.headers["set-cookie"]]).toEqual([503, undefined]);
      expect(refused.text).toContain("数据库暂时无法访问");
      expect(await status(cookie, other)).toBe(503);
      const loggedOut = await ask(`${other.url}/logout`, { method: "POST", headers: { cookie } });
      expect([loggedOut.status, loggedOut.headers["set-cookie"]]).toEqual([503, undefined]);
      expect((await ask(`${other.url}/`, { headers: { cookie, accept: "text/html" } })).status).not.toBe(303);
      isAway = false;
      expect(await status(cookie, other)).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it("is checked for the API even if the path is percent-encoded and the database is unavailable", async () => {
    let fails = 0;
    const blinking = (db: Database): Database => ({
      ...db,
      run: async (work, deadlineMs) => {
        if (fails-- > 0) throw new DatabaseUnavailableError("away for one query");
        return db.run(work, deadlineMs);
      },
    });
    const other = await startTestConsole({ databaseUrl: database.url, password: PASSWORD, clock, wrap: blinking });
    try {
      const cookie = await enter(other);
      for (const path of ["/api/state", "/%61pi/state", "/%61%70%69/state"]) {
        fails = 1;
        const answer = await ask(`${other.url}${path}?locale=en`, { headers: { cookie } });
        expect.soft([path, answer.status]).toEqual([path, 503]);
      }
    } finally {
      await other.stop();
    }
  });

  it("is new with each log-in, and the previous one ends", async () => {
    const first = await enter();
    const second = cookiesOf(await logIn(server.url, PASSWORD, { cookie: first }));
    expect(second).not.toBe(first);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
  });
});

describe("wrong passwords", () => {
  const wrong = async (headers: Record<string, string> = {}) => (await logIn(server.url, "wrong", headers)).status;

  it("delay the next try longer and longer, up to a minute, and say how long in the page's language", async () => {
    for (let n = 0; n < 5; n += 1) expect(await wrong()).toBe(403);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const refused = await logIn(server.url, PASSWORD, { "accept-language": "zh-CN" });
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, String(seconds)]);
      expect(refused.text).toContain(`${seconds} 秒后重试`);
      clock.advance(seconds * 1000);
      expect(await wrong()).toBe(403);
    }
    expect((await logIn(server.url, PASSWORD)).text).toContain("Try again in 60 seconds.");
    clock.advance(60_000);
    expect((await logIn(server.url, PASSWORD)).status).toBe(303);
    expect(await wrong()).toBe(403);
  });

  it("leave sessions alone, and a browser that has logged in before", async () => {
    const cookie = await enter();
    const device = /easel_device=[^;]+/.exec(cookie)?.[0] ?? "";
    for (let n = 0; n < 6; n += 1) await wrong();
    expect((await logIn(server.url, PASSWORD)).status).toBe(429);
    expect(await status(cookie)).toBe(200);
    expect((await logIn(server.url, PASSWORD, { cookie: device })).status).toBe(303);
    for (let n = 0; n < 5; n += 1) expect(await wrong({ cookie: device })).toBe(403);
    expect(await wrong({ cookie: device })).toBe(429);
    expect((await logIn(server.url, PASSWORD, { cookie: `${device.slice(0, -2)}xx` })).status).toBe(429);
  });
});
