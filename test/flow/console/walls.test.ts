import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask as askUrl, type PlainRequest } from "../../support/browser-like.ts";
import { startTestConsole, type TestConsole } from "../../support/console/console.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";

const ask = (server: TestConsole, path: string, asked?: PlainRequest) => askUrl(server.url + path, asked);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the Console on this machine", () => {
  let server: TestConsole;
  beforeAll(async () => {
    server = await startTestConsole({ databaseUrl: database.url });
  });
  afterAll(() => server.stop());

  const state = "/api/state?locale=en";

  it("answers to its own names only, on every path", async () => {
    for (const host of ["127.0.0.1", "localhost:8080", "[::1]:8080"]) {
      expect((await ask(server, state, { headers: { host } })).status).toBe(200);
    }
    for (const host of ["evil.example", "127.0.0.1.evil.example:8080", "localhost.evil.example"]) {
      for (const path of [state, "/", "/assets/x.js", "/api/events?as=admin", "/api/files/x/y"]) {
        expect((await ask(server, path, { headers: { host } })).status).toBe(403);
      }
    }
    expect((await ask(server, state, { headers: { host: "evil.example" } })).text).toContain("host_refused");
  });

  it("accepts requests from its own page only", async () => {
    const body = JSON.stringify({ id: "somewhere" });
    const post = (headers: Record<string, string>) =>
      ask(server, "/api/channels", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
    for (const origin of ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1.evil.example"]) {
      expect(await post({ origin })).toMatchObject({ status: 403 });
    }
    expect((await ask(server, state, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    expect((await ask(server, state, { headers: { "sec-fetch-site": "same-site" } })).status).toBe(403);
    expect((await post({ origin: server.url })).status).toBe(200);
  });

  it("refuses an id that contains NUL as a bad request", async () => {
    for (const path of [
      "/api/files/%00/x",
      "/api/channels/%00/messages?as=member",
      "/api/channels/a%00/messages?as=admin",
    ]) {
      expect((await ask(server, path)).status).toBe(400);
    }
  });

  it("forbids inline code, framing, and reading by other sites", async () => {
    const { headers } = await ask(server, state);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });
});

describe("the Console with a password", () => {
  let server: TestConsole;
  beforeAll(async () => {
    server = await startTestConsole({ databaseUrl: database.url, password: "correct horse" });
  });
  afterAll(() => server.stop());

  const enter = (fields: Record<string, string>) =>
    ask(server, "/login", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: server.url },
      body: new URLSearchParams(fields).toString(),
    });
  const login = (password: string) => enter({ password });
  const state = (cookie?: string) => ask(server, "/api/state?locale=en", { headers: cookie ? { cookie } : {} });

  it("reveals nothing before the log-in", async () => {
    const paths = ["/api/state?locale=en", "/api/events?as=admin", "/assets/index.js", "/api/files/x/y"];
    for (const path of [...paths, "/api/files/x/y?width=320"]) {
      expect((await ask(server, path)).status).toBe(401);
    }
    const page = await ask(server, "/", { headers: { accept: "text/html" } });
    expect([page.status, page.headers["location"]]).toEqual([303, "/login"]);
    expect((await ask(server, "/login")).text).toContain('type="password"');
  });

  it("leads to the requested message after the log-in, and never out of the Console", async () => {
    const asked = "/c/%E5%B7%A5%E4%BD%9C%E5%AE%A4/0d5c-1";
    const refused = await ask(server, `${asked}?x=1`, { headers: { accept: "text/html" } });
    const address = `/login?next=${encodeURIComponent(asked)}`;
    expect([refused.status, refused.headers["location"]]).toEqual([303, address]);
    expect((await ask(server, address)).text).toContain(`name="next" value="${asked}"`);
    for (const [next, path] of [
      [asked, asked],
      ["//evil.example/c/general", "/"],
      ["https://evil.example/c/general", "/"],
      ['/c/"><script>', "/c/%22%3E%3Cscript%3E"],
      ["", "/"],
    ] as const) {
      expect((await enter({ password: "correct horse", next })).headers["location"]).toBe(path);
    }
    const wrong = await enter({ password: "wrong", next: '/c/"><script>' });
    expect(wrong.text).toContain('name="next" value="/c/%22%3E%3Cscript%3E"');
  });

  it("reads no more of a body than a password needs, whatever its type", async () => {
    const body = JSON.stringify({ password: "x".repeat(17 * 1024) });
    const headers = { "content-type": "application/json", origin: server.url };
    for (const path of ["/login", "/logout"]) {
      expect((await ask(server, path, { method: "POST", headers, body })).status).toBe(413);
    }
  });

  it("lets in with the password, by a cookie that scripts and other sites can't use", async () => {
    const entered = await login("correct horse");
    const [cookie = ""] = entered.headers["set-cookie"] ?? [];
    expect(entered.status).toBe(303);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    const value = cookie.split(";")[0] ?? "";
    expect((await state(value)).status).toBe(200);
    expect((await state(`${value.slice(0, -2)}xx`)).status).toBe(401);
  });

  it("still refuses requests from other pages", async () => {
    const foreign = await ask(server, "/login", { method: "POST", headers: { origin: "http://evil.example" } });
    expect(foreign.status).toBe(403);
    expect(foreign.text).toContain("origin_refused");
    const value = (await login("correct horse")).headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    for (const wall of [{ origin: "http://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      expect((await ask(server, "/logout", { method: "POST", headers: { cookie: value, ...wall } })).status).toBe(403);
    }
    expect((await state(value)).status).toBe(200);
  });
});
