import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { GatewayFaultError } from "../../../src/gateway/gateway-error.ts";
import { createGatewayHttp } from "../../../src/gateway/http/http.ts";
import { readEvents, type ServerEvent, EVENT_CHARACTERS, EVENT_SILENCE_MS } from "../../../src/gateway/http/sse.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { pulled } from "../../support/process/pulled.ts";
import { httpAnswer, startTcpServer } from "../../support/process/tcp-server.ts";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\r\n";
const CHUNKED_HEAD = HEAD.replace("\r\n\r\n", "\r\ntransfer-encoding: chunked\r\n\r\n");
const cleanup: (() => Promise<void>)[] = [];
const never = new AbortController().signal;

afterEach(async () => {
  for (const close of cleanup.splice(0).toReversed()) await close();
});

/** A server that hands its first connection to the test, and a reader of its events. */
async function stream(onRequest: (socket: Socket) => void, signal = never) {
  const clock = createManualClock();
  const server = await startTcpServer(onRequest);
  cleanup.push(() => server.close());
  const http = createGatewayHttp({ clock, log: createLog("silent") });
  cleanup.push(() => http.close());
  const call = { url: new URL("/events", server.url), apiKey: "sk-secret-key" };
  const tell = (push: (event: ServerEvent) => void, stop: AbortSignal): Promise<void> =>
    readEvents(http, call, push, AbortSignal.any([signal, stop]));
  return { clock, server, events: pulled(tell) };
}

async function all(events: AsyncIterable<ServerEvent>): Promise<ServerEvent[]> {
  const list: ServerEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error,
  );
}

describe("an event stream", () => {
  it("delivers its events, and ends when the server closes it", async () => {
    const { events, server } = await stream((socket) =>
      socket.end(
        `${HEAD}: hello\n\nevent: queued\ndata: {"a":1}\n\nfoo: bar\ndata: x\ndata: y\r\n\r\nevent: heartbeat\ndata: {}\n\n`,
      ),
    );
    expect(await all(events)).toEqual([
      { event: "queued", data: '{"a":1}' },
      { event: undefined, data: "x\ny" },
      { event: "heartbeat", data: "{}" },
    ]);
    expect(server.received()).toContain("accept: text/event-stream");
    expect(server.received()).toContain("authorization: Bearer sk-secret-key");
  });

  it("is the same wherever it is split, even within a character", async () => {
    const bytes = Buffer.from("event: running\ndata: 灯塔\n\n");
    const { events } = await stream((socket) => {
      socket.write(HEAD);
      socket.setNoDelay(true);
      const next = (at: number): void => {
        if (at === bytes.length) socket.end();
        else socket.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1));
      };
      next(0);
    });
    expect(await all(events)).toEqual([{ event: "running", data: "灯塔" }]);
  });

  it("removes Easel's key from its events", async () => {
    const { events } = await stream((socket) => socket.end(`${HEAD}data: your sk-secret-key is fine\n\n`));
    expect(await all(events)).toEqual([{ event: undefined, data: "your [key] is fine" }]);
  });

  it("is abandoned after a silence, not before", async () => {
    const connected = Promise.withResolvers<Socket>();
    const { events, clock } = await stream((socket) => {
      socket.write(`${HEAD}data: 1\n\n`);
      connected.resolve(socket);
    });
    const seen: string[] = [];
    const end = failureOf(
      (async () => {
        for await (const { data } of events) seen.push(data);
      })(),
    );
    await expect.poll(() => seen).toEqual(["1"]);
    clock.advance(EVENT_SILENCE_MS - 1);
    (await connected.promise).write("data: 2\n\n");
    await expect.poll(() => seen).toEqual(["1", "2"]);
    clock.advance(EVENT_SILENCE_MS - 1);
    // The timer fires, finds that something arrived meanwhile, and waits again.
    await expect.poll(() => clock.sleepers()).toBe(1);
    clock.advance(1);
    expect(await end).toMatchObject({ code: "gateway_timeout", sent: true });
    await expect.poll(() => clock.sleepers()).toBe(0);
  });

  it("is abandoned if not even headers arrive", async () => {
    const begun = Promise.withResolvers<void>();
    const { events, clock } = await stream(() => begun.resolve());
    const failure = failureOf(events.next());
    await begun.promise;
    clock.advance(EVENT_SILENCE_MS);
    expect(await failure).toMatchObject({ code: "gateway_timeout" });
  });

  it("breaks with an error when the connection is reset", async () => {
    const { events } = await stream((socket) => {
      socket.write(`${CHUNKED_HEAD}9\r\ndata: 1\n\n\r\n`, () => setImmediate(() => socket.resetAndDestroy()));
    });
    expect(await failureOf(all(events))).toMatchObject({ code: "gateway_connection_broken" });
  });

  it("closes its connection when it is aborted", async () => {
    const closed = Promise.withResolvers<void>();
    const stop = new AbortController();
    const { events, clock } = await stream((socket) => {
      socket.once("close", () => closed.resolve());
      socket.write(`${HEAD}data: 1\n\n`);
    }, stop.signal);
    await events.next();
    const next = failureOf(events.next());
    stop.abort();
    expect(await next).toMatchObject({ code: "gateway_call_stopped" });
    await closed.promise;
    await expect.poll(() => clock.sleepers()).toBe(0);
  });

  it("closes its connection when its reader stops early", async () => {
    const closed = Promise.withResolvers<void>();
    const { events, clock } = await stream((socket) => {
      socket.once("close", () => closed.resolve());
      socket.write(`${HEAD}data: 1\n\ndata: 2\n\n`);
    });
    for await (const event of events) {
      expect(event.data).toBe("1");
      break;
    }
    await closed.promise;
    await expect.poll(() => clock.sleepers()).toBe(0);
  });

  it("leaves its connection for reuse if its end arrives with the last event", async () => {
    const server = await startTcpServer((socket) =>
      socket.write(`${CHUNKED_HEAD}9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n`),
    );
    cleanup.push(() => server.close());
    const http = createGatewayHttp({ clock: createManualClock(), log: createLog("silent") });
    cleanup.push(() => http.close());
    const call = { url: new URL("/events", server.url), apiKey: "sk-secret-key" };
    const seen: string[] = [];
    for (let count = 0; count < 5; count++) {
      const onEvent = ({ data }: ServerEvent): "enough" => {
        seen.push(data);
        return "enough";
      };
      await readEvents(http, call, onEvent, never);
    }
    expect(seen).toEqual(["1", "1", "1", "1", "1"]);
    // A second one may be opened while the first is still being put back.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it("is cut off if an event grows without end", async () => {
    const closed = Promise.withResolvers<number>();
    const { events } = await stream((socket) => {
      socket.write(HEAD);
      const pump = (): void => {
        while (!socket.destroyed && socket.bytesWritten < 1024 ** 3)
          if (!socket.write(`data: ${"x".repeat(60_000)}\n`)) return;
      };
      socket.on("drain", pump);
      socket.once("close", () => closed.resolve(socket.bytesWritten));
      pump();
    });
    expect(await failureOf(all(events))).toMatchObject({ code: "gateway_unexpected_answer" });
    expect(await closed.promise).toBeLessThan(EVENT_CHARACTERS + 64 * 1024 * 1024);
  });
});

describe("an answer that is not an event stream", () => {
  it("can be an error body, whose fault is reported", async () => {
    const body = '{"error":{"code":"not_found","message":"no such job"}}';
    const { events } = await stream((socket) => socket.write(httpAnswer(404, body, { "retry-after": "3" })));
    const failure = await failureOf(all(events));
    expect(failure).toBeInstanceOf(GatewayFaultError);
    expect(failure).toMatchObject({ fault: { status: 404, code: "not_found" }, retryAfterMs: 3_000 });
  });

  it.each([
    ["JSON", httpAnswer(200, "{}")],
    ["a web page", httpAnswer(200, "<html>", { "content-type": "text/html" })],
    ["an error without a body", httpAnswer(502, "{}")],
    ["no content", "HTTP/1.1 204 No Content\r\n\r\n"],
  ])("is %s", async (_what, answer) => {
    const { events } = await stream((socket) => socket.write(answer));
    expect(await failureOf(all(events))).toMatchObject({ code: "gateway_unexpected_answer" });
  });
});
