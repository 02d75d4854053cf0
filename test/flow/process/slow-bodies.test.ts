import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpServer, type HttpServer } from "../../../src/app/http/http-server.ts";
import { BODIES_AT_ONCE, MEMBERS_BODIES_AT_ONCE } from "../../../src/app/http/bodies-under-way.ts";
import { eventsRoute } from "../../../src/platforms/slack/receive/events-route.ts";
import { ask } from "../../support/browser-like.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";

const SIGNING_SECRET = "a signing secret of these tests alone";
const JSON_TYPE = { "content-type": "application/json" };

let clock: ManualClock;
let server: HttpServer;
let url: string;
let sockets: Socket[];
let arrivals: PromiseWithResolvers<void>[];

beforeEach(async () => {
  clock = createManualClock();
  sockets = [];
  arrivals = [];
  const events = eventsRoute({
    signingSecret: SIGNING_SECRET,
    deliver: async (_body, send) => send(),
    clock,
    log: pino({ level: "silent" }),
    unsigned: { count: () => {}, total: () => 0, stop: () => {} },
  });
  const arrived = (plugin: FastifyInstance): void => {
    plugin.addHook("onRequest", async () => arrivals.shift()?.resolve());
  };
  server = createHttpServer(
    { variable: "PUBLIC_PORT", host: "127.0.0.1", port: 0 },
    {
      trustProxy: { hops: 1 },
      unsignedRequests: 1_000,
      clock,
      routes: [
        async (routes) => {
          arrived(routes);
          await routes.register(events);
        },
        async (routes) => {
          arrived(routes);
          routes.post("/open", async () => "read");
          routes.post("/refused", { onRequest: async (_request, reply) => reply.code(401).send() }, async () => "read");
          routes.post("/echo", async ({ body }) => body);
          routes.post(
            "/member",
            { config: { signer: ({ headers }) => ({ key: `session ${String(headers["x-session"])}` }) } },
            async () => "read",
          );
          routes.get("/long", async (_request, reply) => void reply.hijack().raw.writeHead(200).write("begun"));
        },
      ],
    },
  );
  ({ url } = await server.listen());
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** A well-formed signature: only the body can show that it is wrong. */
function slackHeaders(body: string, secret = SIGNING_SECRET): Record<string, string> {
  const seconds = Math.floor(clock.now() / 1000);
  const signature = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  return { ...JSON_TYPE, "x-slack-request-timestamp": String(seconds), "x-slack-signature": `v0=${signature}` };
}

/** Sends the head of a request and a part of its body, and waits until the server has read the head. */
async function stall(path: string, headers: Record<string, string>, method = "POST"): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  const arrival = Promise.withResolvers<void>();
  arrivals.push(arrival);
  const lines = Object.entries({ host: "easel.example", "content-length": "10", ...headers });
  socket.write(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n{"a`,
  );
  await arrival.promise;
  return socket;
}

const slackFrom = (address: string): Record<string, string> => ({
  ...slackHeaders("", "a guess"),
  "x-forwarded-for": address,
});

describe("a body that does not arrive", () => {
  it.each([
    ["with a possible signature of Slack", "/slack/events", () => slackHeaders("", "a guess")],
    ["without any", "/open", () => JSON_TYPE],
    ["of a request that was refused", "/refused", () => JSON_TYPE],
  ])("holds its connection for ten seconds: %s", async (_name, path, headers) => {
    const socket = await stall(path, headers());
    clock.advance(9_999);
    expect(socket.destroyed).toBe(false);
    clock.advance(1);
    await text(socket).catch(() => "");
    expect(socket.destroyed).toBe(true);
    expect(clock.sleepers()).toBe(0);
  });

  it("is not awaited if no route reads it", async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write(
      'POST /nowhere HTTP/1.1\r\nhost: easel.example\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"a',
    );
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("may take longer if a secret identifies its sender, but not forever", async () => {
    const socket = await stall("/member", JSON_TYPE);
    const never = await stall("/member", JSON_TYPE);
    clock.advance(60_000);
    socket.end('":1234}');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*read$/);
    clock.advance(60_000);
    await text(never).catch(() => "");
    expect(never.destroyed).toBe(true);
  });

  it("is read completely if it arrives in many small chunks", async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    sockets.push(socket);
    const body = JSON.stringify({ text: "a".repeat(40_000) });
    const chunks = Array.from(body, (character) => `1\r\n${character}\r\n`).join("");
    socket.end(
      `POST /echo HTTP/1.1\r\nhost: easel.example\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );
    const answer = await text(socket);
    expect(answer.slice(answer.indexOf("{"))).toBe(body);
  });

  it("does not end a request whose body has arrived, however long the answer takes", async () => {
    const socket = await stall("/long", { "content-length": "3" }, "GET");
    await once(socket, "data");
    clock.advance(60_000);
    expect((await ask(`${url}/open`, { method: "POST", headers: JSON_TYPE, body: "{}" })).status).toBe(200);
    expect(socket.readyState).toBe("open");
    expect(clock.sleepers()).toBe(0);
  });
});

describe("many bodies that do not arrive", () => {
  const closedOf = (all: readonly Socket[]): number => all.filter(({ closed }) => closed).length;

  it("are limited per network, and the oldest loses its place", async () => {
    const stalled: Socket[] = [];
    for (let n = 0; n < BODIES_AT_ONCE; n += 1) stalled.push(await stall("/slack/events", slackFrom("192.0.2.1")));
    const elsewhere = await stall("/slack/events", slackFrom("192.0.2.2"));
    expect(closedOf(stalled)).toBe(0);
    const [first] = stalled;
    if (!first) throw new Error("nothing stalled");
    const gone = once(first, "close");
    stalled.push(await stall("/slack/events", slackFrom("192.0.2.1")));
    await gone;
    expect(closedOf([...stalled, elsewhere])).toBe(1);
  });

  it("are limited per member as well", async () => {
    const first = await stall("/member", JSON_TYPE);
    const gone = once(first, "close");
    for (let n = 0; n < BODIES_AT_ONCE; n += 1) await stall("/member", JSON_TYPE);
    await gone;
    expect(sockets.filter(({ closed }) => closed)).toEqual([first]);
  });

  it("are limited for all members together, however many sessions they open", async () => {
    for (let n = 0; n < MEMBERS_BODIES_AT_ONCE; n += 1) {
      await stall("/member", { ...JSON_TYPE, "x-session": String(Math.floor(n / BODIES_AT_ONCE)) });
    }
    const [first] = sockets;
    if (!first) throw new Error("nothing stalled");
    expect(closedOf(sockets)).toBe(0);
    const gone = once(first, "close");
    const headers = { ...JSON_TYPE, "x-session": "another" };
    expect(await ask(`${url}/member`, { method: "POST", headers, body: "{}" })).toMatchObject({ status: 200 });
    await gone;
    expect(sockets.filter(({ closed }) => closed)).toEqual([first]);
  });

  it("do not block Slack, even if they seem to come from the same network", async () => {
    const stalled: Socket[] = [];
    for (let n = 0; n < BODIES_AT_ONCE; n += 1) stalled.push(await stall("/slack/events", slackFrom("192.0.2.1")));
    const body = JSON.stringify({ type: "url_verification", challenge: "c4" });
    const headers = { ...slackHeaders(body), "x-forwarded-for": "192.0.2.1" };
    expect(await ask(`${url}/slack/events`, { method: "POST", headers, body })).toMatchObject({ status: 200 });
  });

  it("do not include bodies that arrive immediately, however many", async () => {
    const body = JSON.stringify({ type: "url_verification", challenge: "c".repeat(2_000) });
    const deliver = () => ask(`${url}/slack/events`, { method: "POST", headers: slackHeaders(body), body });
    const answers = await Promise.all(Array.from({ length: 4 * BODIES_AT_ONCE }, deliver));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("give back their places when their senders leave", async () => {
    const stalled: Socket[] = [];
    for (let n = 0; n < BODIES_AT_ONCE; n += 1) stalled.push(await stall("/slack/events", slackFrom("192.0.2.1")));
    const waiting = clock.sleepers();
    for (const socket of stalled.splice(1)) socket.destroy();
    await expect.poll(() => clock.sleepers()).toBe(waiting - BODIES_AT_ONCE + 1);
    for (let n = 1; n < BODIES_AT_ONCE; n += 1) stalled.push(await stall("/slack/events", slackFrom("192.0.2.1")));
    expect(closedOf(stalled)).toBe(0);
  });
});
