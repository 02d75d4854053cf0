import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { RESTEvents, Routes } from "discord.js";
import { createDiscordRest, type DiscordRest } from "../../../../src/platforms/discord/connect/web-api.ts";
import { portOf } from "../../../support/process/port.ts";

interface Limit {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PAGE = "<!doctype html><title>Error 1015</title>You are being rate limited";

let server: Server;
let rest: DiscordRest;
let limit: Limit;
let calls: number;
/** How many calls are still refused. */
let refused: number;

beforeEach(async () => {
  calls = 0;
  refused = Number.POSITIVE_INFINITY;
  server = createServer((_request, response) => {
    calls += 1;
    if (refused-- > 0) response.writeHead(429, limit.headers).end(limit.body);
    else response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  rest = createDiscordRest("token", { api: `http://127.0.0.1:${portOf(server)}/api` });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it.each([
  ["a page", {}, PAGE, 60_000],
  ["a page with a wait", { "retry-after": "900" }, PAGE, 900_000],
  ["a page with a date", { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }, PAGE, 60_000],
  ["nothing", {}, "", 60_000],
])("a rate limit that is answered with %s pauses all calls", async (_name, headers, body, ms) => {
  limit = { headers, body };
  const paused = new Promise<{ global: boolean; timeToReset: number }>((resolve) => {
    rest.rest.once(RESTEvents.RateLimited, resolve);
  });
  void rest.rest.get(Routes.user()).catch(() => undefined);
  const { global, timeToReset } = await paused;
  expect(global).toBe(true);
  expect(timeToReset).toBeGreaterThan(ms - 5_000);
  expect(timeToReset).toBeLessThan(ms + 5_000);
  expect(calls).toBe(1);
});

it("a rate limit without a header lasts as long as Discord's answer says", async () => {
  limit = {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: "You are being rate limited.", retry_after: 0.3, global: false }),
  };
  refused = 1;
  const from = performance.now();
  await rest.rest.get(Routes.user());
  expect(performance.now() - from).toBeGreaterThan(250);
  expect(calls).toBe(2);
});

it.each([
  ["zero", 0],
  ["a negative number", -1],
  ["null", null],
  ["a text", "1"],
])("a rate limit of one route whose answer names %s as its wait doesn't pause the others", async (_name, wait) => {
  limit = {
    headers: { "content-type": "application/json", "retry-after": "600" },
    body: JSON.stringify({ message: "You are being rate limited.", retry_after: wait, code: null, global: false }),
  };
  refused = 1;
  void rest.rest.get(Routes.user()).catch(() => undefined);
  await expect.poll(() => calls).toBe(1);
  await rest.rest.get(Routes.gatewayBot());
  expect(calls).toBe(2);
});

it("a wait that is too long for a timer still keeps the call from being repeated at once", async () => {
  limit = {
    headers: { "content-type": "application/json", "retry-after": "3000000" },
    body: JSON.stringify({ message: "You are being rate limited.", retry_after: 3_000_000, global: false }),
  };
  const pause = new Promise<string>((resolve) => {
    rest.rest.on(RESTEvents.Debug, (said) => said.includes("Sublimit") && resolve(said));
  });
  void rest.rest.get(Routes.user()).catch(() => undefined);
  const [, ms] = /Sublimit *: (\d+)ms/.exec(await pause) ?? [];
  expect(Number(ms)).toBeGreaterThan(60_000);
  expect(Number(ms)).toBeLessThan(2 ** 31);
  expect(calls).toBe(1);
});

it("a call that waits for a rate limit can be cancelled, and is not sent later", async () => {
  limit = {
    headers: { "content-type": "application/json", "retry-after": "0.3" },
    body: JSON.stringify({ message: "You are being rate limited.", retry_after: 0.3, global: false }),
  };
  const stopping = new AbortController();
  const send = (signal: AbortSignal): Promise<unknown> =>
    rest.send({ method: "POST", route: Routes.channelMessages("1"), body: {}, files: [], signal });
  const first = send(stopping.signal);
  await expect.poll(() => calls).toBe(1);
  stopping.abort(new Error("told to stop"));
  await expect(first).rejects.toThrow("told to stop");
  refused = 0;
  // It waits for the same limit.
  await send(new AbortController().signal);
  expect(calls).toBe(2);
});
