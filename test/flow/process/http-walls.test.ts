import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createResultTokens } from "../../../src/worker/delivery/result/result-token.ts";
import { createRelayTokens } from "../../../src/media/relay/relay-token.ts";
import { ask, cookiesOf, logIn, type PlainAnswer, type PlainRequest } from "../../support/browser-like.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

const SECRET_KEY = "a secret key of the tests of walls alone";
const PASSWORD = "a password of these tests alone";
const TOKEN = "a-token-of-these-tests-alone";

let world: SlackEasel;
let local: string;
let outside: string;
let sandbox: string;

beforeAll(async () => {
  world = await startSlackEasel("http", {
    SECRET_KEY,
    CONSOLE_PASSWORD: PASSWORD,
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: "1",
    PUBLIC_URL: "https://easel.example",
    PUBLIC_PORT: "0",
  });
  const { easel } = world;
  local = easel.url;
  sandbox = easel.sandboxUrl;
  outside = new URL(world.slack.target()).origin;
});
afterAll(() => world.stop());

/** A visitor whose address the proxy appends to a forged list. */
const from = (address: string): Record<string, string> => ({ "x-forwarded-for": `198.51.100.99, ${address}` });

async function askOften(url: string, times: number, asked: PlainRequest = {}): Promise<PlainAnswer[]> {
  const answers: PlainAnswer[] = [];
  // A few at a time, like a browser, to spare the machine.
  for (let n = 0; n < times; n += 50) {
    answers.push(...(await Promise.all(Array.from({ length: Math.min(50, times - n) }, () => ask(url, asked)))));
  }
  return answers;
}
const statuses = (answers: readonly PlainAnswer[]): number[] => [...new Set(answers.map(({ status }) => status))];

describe("every answer", () => {
  it("forbids framing", async () => {
    const cookie = cookiesOf(await logIn(local, PASSWORD));
    const long = "x".repeat(200);
    const asked: [string, PlainRequest?][] = [
      [`${local}/`],
      [`${local}/`, { headers: { cookie } }],
      [`${local}/login`],
      [`${local}/login`, { method: "POST", headers: { origin: "https://evil.example" } }],
      [`${local}/login`, { method: "POST", headers: { "content-type": "text/plain" }, body: "x" }],
      [`${local}/api/state?locale=en`],
      [`${local}/api/state?locale=en`, { headers: { cookie } }],
      [`${local}/api/state?locale=xx`, { headers: { cookie } }],
      [`${local}/api/files/x/y`, { headers: { cookie } }],
      [`${local}/assets/x.js`, { headers: { cookie } }],
      [`${local}/nowhere`],
      [`${local}/%zz`],
      [`${local}/healthz`],
      [`${local}/readyz`, { headers: { host: "evil.example" } }],
      [`${local}/metrics`],
      [`${local}/media/x/y`],
      [`${outside}/`],
      [`${outside}/%zz`],
      [`${outside}/media/x/y`],
      [`${outside}/media/${long}/y`],
      [`${outside}/results/x`],
      [`${outside}/results/x/file`],
      [`${outside}/slack/events`, { method: "POST", body: "x" }],
      [`${sandbox}/v1/models`],
      [`${sandbox}/v1/models`, { headers: { host: "evil.example" } }],
      [`${sandbox}/openapi.json`],
      [`${sandbox}/%zz`],
      [`${sandbox}/nowhere`],
    ];
    for (const [url, request] of asked) {
      const { status, headers } = await ask(url, {
        ...request,
        headers: { ...from("192.0.2.1"), ...request?.headers },
      });
      expect.soft(headers["content-security-policy"], `${status} ${url}`).toContain("frame-ancestors 'none'");
    }
  });

  it("even for input that is not HTTP", async () => {
    for (const url of [local, outside, sandbox]) {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      await once(socket, "connect");
      socket.write("nonsense\r\n\r\n");
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain("frame-ancestors 'none'");
    }
  });
});

describe("the public port", () => {
  it.each(["/", "/nowhere", "/media/wrong/cat.png", "/results/wrong", "/results/wrong/file", "/slack/events"])(
    "limits a network that sends too many requests to %s, and no other",
    async (path) => {
      const method = path === "/slack/events" ? "POST" : "GET";
      const address = `2001:db8:${path.length}:1`;
      const answers = await askOften(outside + path, 121, { method, headers: from(`${address}::1`) });
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
      // Another address in the same network.
      const limited = await ask(outside + path, { method, headers: from(`${address}:2::3`) });
      expect(limited.status).toBe(429);
      expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(limited.headers["retry-after"])).toBeLessThanOrEqual(60);
      expect((await ask(outside + path, { method, headers: from("2001:db8:ffff::1") })).status).not.toBe(429);
    },
  );

  it("still serves Slack, the gateway and result readers when strangers flood it from the same address", async () => {
    const headers = from("203.0.113.66");
    expect(statuses(await askOften(`${outside}/nowhere`, 300, { headers }))).toContain(429);

    const hash = "a".repeat(64);
    const expiresAt = Date.now() + 60_000;
    const media = createRelayTokens(SECRET_KEY).sign({ hash, fileName: "cat.png", expiresAt });
    const results = createResultTokens(SECRET_KEY);
    const result = results.sign({ batchId: crypto.randomUUID(), ordinal: 1, expiresAt }, "page");
    // Correctly signed, although the content is gone.
    expect(statuses(await askOften(`${outside}/media/${media}/cat.png`, 200, { headers }))).toEqual([404]);
    expect(statuses(await askOften(`${outside}/results/${result}`, 200, { headers }))).toEqual([410]);

    const { slack, max, channel } = world;
    const unproxied = await askOften(slack.target(), 300, { method: "POST", body: "x" });
    expect(statuses(unproxied)).toEqual([401, 429]);
    const { acknowledged } = await max.slash(channel.id, "/easel help").outcome;
    expect(acknowledged).toBe(true);
  });
});

describe("the log-in behind a proxy", () => {
  const wrong = (address: string) => logIn(local, "wrong", from(address));

  it("is limited by the address that the proxy saw, not by the visitor's claim", async () => {
    for (let n = 0; n < 5; n += 1) expect((await wrong("203.0.113.1")).status).toBe(403);
    const spoofed = { "x-forwarded-for": "192.0.2.77, 203.0.113.1" };
    expect((await logIn(local, PASSWORD, spoofed)).status).toBe(429);
    expect((await logIn(local, PASSWORD, from("203.0.113.2"))).status).toBe(303);
  });

  it("sets secure cookies if the proxy reports TLS", async () => {
    const plain = await logIn(local, PASSWORD, from("203.0.113.3"));
    expect(plain.headers["set-cookie"]?.[0]).toMatch(
      /^easel_console=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    );
    const tls = { ...from("203.0.113.3"), "x-forwarded-proto": "https" };
    const secure = await logIn(local, PASSWORD, tls);
    expect(secure.headers["set-cookie"]).toHaveLength(2);
    for (const cookie of secure.headers["set-cookie"] ?? []) expect(cookie).toMatch(/^__Host-.*; Secure$/);
    const state = async (cookie: string, headers: Record<string, string>) =>
      (await ask(`${local}/api/state?locale=en`, { headers: { cookie, ...headers } })).status;
    expect(await state(cookiesOf(secure), tls)).toBe(200);
    // As the browser sees it: https by the public address, or by the current page.
    for (const headers of [{ host: "easel.example" }, { host: "console.example", origin: "https://console.example" }]) {
      const seen = await logIn(local, PASSWORD, { ...from("203.0.113.3"), ...headers });
      expect(seen.headers["set-cookie"]?.[0]).toMatch(/^__Host-.*; Secure$/);
    }
    // A cookie that was not set over TLS may come from an attacker on the way.
    expect(await state(cookiesOf(plain), tls)).toBe(401);
  });
});

describe("health and metrics", () => {
  const PATHS = ["/healthz", "/readyz", "/metrics"];

  it("can't be read by a page whose host name was rebound to this machine", async () => {
    for (const path of PATHS) {
      for (const headers of [{ host: "evil.example" }, { origin: "https://evil.example" }]) {
        expect((await ask(local + path, { headers: { ...from("192.0.2.2"), ...headers } })).status).toBe(403);
      }
      const named = { ...from("192.0.2.2"), host: "easel.example", authorization: `Bearer ${TOKEN}` };
      expect((await ask(local + path, { headers: named })).status).toBe(200);
      const byAnyName = { ...named, host: "metrics.example" };
      expect((await ask(local + path, { headers: byAnyName })).status).toBe(200);
    }
  });

  it("show metrics to holders of the token or a log-in, and health to everyone", async () => {
    const headers = from("192.0.2.3");
    expect((await ask(`${local}/healthz`, { headers })).status).toBe(200);
    expect((await ask(`${local}/readyz`, { headers })).status).toBe(200);
    const refused = await ask(`${local}/metrics`, { headers });
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(refused.text).not.toContain("easel_");
    for (const authorization of ["Bearer wrong", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`]) {
      expect((await ask(`${local}/metrics`, { headers: { ...headers, authorization } })).status).toBe(401);
    }
    const entered = await logIn(local, PASSWORD, from("192.0.2.4"));
    const cookie = cookiesOf(entered);
    const known = await ask(`${local}/metrics`, { headers: { ...headers, cookie } });
    expect(known.status).toBe(200);
    expect(known.text).toMatch(/^easel_slack_unsigned_requests_total \d+$/m);
    await ask(`${local}/logout`, { method: "POST", headers: { cookie, origin: local } });
    expect((await ask(`${local}/metrics`, { headers: { ...headers, cookie } })).status).toBe(401);
  });

  it("limit frequent requests, except from logged-in people", async () => {
    const cookie = cookiesOf(await logIn(local, PASSWORD, from("192.0.2.5")));
    const headers = from("2001:db8:aaaa::1");
    expect(statuses(await askOften(`${local}/healthz`, 3_000, { headers }))).toEqual([200]);
    for (const path of [...PATHS, "/login", "/nowhere"]) {
      expect((await ask(local + path, { headers })).status).toBe(429);
    }
    expect((await ask(`${local}/api/state?locale=en`, { headers: { ...headers, cookie } })).status).toBe(200);
  });
});
