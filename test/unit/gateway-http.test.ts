import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { readBounded } from "../../src/gateway/body.ts";
import { GatewayError } from "../../src/gateway/gateway-error.ts";
import { createGatewayHttp, type GatewayCall, type GatewayHttp } from "../../src/gateway/http.ts";
import { callJson } from "../../src/gateway/json-call.ts";
import { createLog } from "../../src/log.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { httpAnswer, refusedUrl, startTcpServer, type TcpServer } from "../support/tcp-server.ts";

const KEY = "sk-very-secret-key";
const log = createLog("silent");
const cleanup: (() => Promise<void>)[] = [];
const never = new AbortController().signal;

afterEach(async () => {
  for (const close of cleanup.splice(0).toReversed()) await close();
});

async function serve(...parts: Parameters<typeof startTcpServer>): Promise<TcpServer> {
  const server = await startTcpServer(...parts);
  cleanup.push(() => server.close());
  return server;
}

function connect(options: Partial<Parameters<typeof createGatewayHttp>[0]> = {}): GatewayHttp {
  const http = createGatewayHttp({ clock: systemClock, log, ...options });
  cleanup.push(() => http.close());
  return http;
}

/** A create-like call: a POST with a body. */
function post(url: string, path = "/jobs"): GatewayCall & { apiKey: string } {
  return {
    method: "POST",
    url: new URL(path, url),
    apiKey: KEY,
    accept: "application/json",
    body: '{"prompt":"a red fox"}',
    long: false,
    deadlineMs: undefined,
  };
}

async function failureOf(work: Promise<unknown>): Promise<GatewayError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return expect.unreachable("the call should have failed");
}

describe("nothing was sent", () => {
  it("when the connection is refused", async () => {
    const failure = await failureOf(connect().open(post(await refusedUrl()), never));
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false, retryable: true });
    expect(failure.message).toContain("ECONNREFUSED");
  });

  it("when the name is not found", async () => {
    const failure = await failureOf(connect().open(post("http://no-such-host.invalid"), never));
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false });
  });

  it("when no TLS comes to be, and the server saw no byte of the request", async () => {
    let received = "";
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", (data) => {
        received += data.toString("latin1");
        socket.end("this is no TLS\r\n");
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    cleanup.push(async () => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const failure = await failureOf(connect().open(post(`https://127.0.0.1:${port}`), never));
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false });
    expect(received).not.toContain("POST");
  });

  it("when it was stopped before it began, and nobody was called", async () => {
    const server = await serve(() => undefined);
    const failure = await failureOf(connect().open(post(server.url), AbortSignal.abort()));
    expect(failure).toMatchObject({ code: "gateway_call_stopped", sent: false });
    expect(server.connections()).toBe(0);
  });

  it("when it was stopped while the connection was being made, and it ends at once", async () => {
    // An address that swallows connections isn't to be had everywhere: a TLS server that never says a word is as good.
    const server = await serve(
      () => undefined,
      () => accepted.resolve(),
    );
    const accepted = Promise.withResolvers<void>();
    const stop = new AbortController();
    const call = connect().open(post(server.url.replace("http:", "https:")), stop.signal);
    await accepted.promise;
    stop.abort();
    expect(await failureOf(call)).toMatchObject({ code: "gateway_call_stopped", sent: false });
    expect(server.received()).not.toContain("POST");
  });

  it("when the connection takes too long", async () => {
    const server = await serve(() => undefined);
    const http = connect({ timeouts: { connectMs: 50 } });
    const failure = await failureOf(http.open(post(server.url.replace("http:", "https:")), never));
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false });
    expect(failure.message).toContain("UND_ERR_CONNECT_TIMEOUT");
  });
});

describe("the outcome is open", () => {
  it("when the connection is reset after the request", async () => {
    const server = await serve((socket) => socket.resetAndDestroy());
    const failure = await failureOf(connect().open(post(server.url), never));
    expect(failure).toMatchObject({ code: "gateway_connection_broken", sent: true });
    expect(server.requests()).toBe(1);
  });

  it("when the connection is closed without an answer", async () => {
    const server = await serve((socket) => socket.end());
    expect(await failureOf(connect().open(post(server.url), never))).toMatchObject({ sent: true });
    expect(server.requests()).toBe(1);
  });

  it("when a connection that was in use before is reset: it is not sent again on another", async () => {
    const used = new Set<Socket>();
    let reused = false;
    const server = await serve((socket, _head, number) => {
      reused = used.has(socket);
      used.add(socket);
      if (number < 4) socket.write(httpAnswer(200, "{}"));
      else socket.resetAndDestroy();
    });
    const http = connect();
    for (let count = 1; count < 4; count++) await callJson(http, post(server.url), never);
    expect(await failureOf(http.open(post(server.url), never))).toMatchObject({ sent: true });
    expect(reused).toBe(true);
    expect(server.requests()).toBe(4);
  });

  it("when no headers come in time", async () => {
    const server = await serve(() => undefined);
    const http = connect({ timeouts: { headersMs: 60 } });
    expect(await failureOf(http.open(post(server.url), never))).toMatchObject({ code: "gateway_timeout", sent: true });
  });

  it("when it falls silent in the middle of the answer", async () => {
    const server = await serve((socket) => socket.write(httpAnswer(202, "x".repeat(20)).slice(0, -10)));
    const http = connect({ timeouts: { silenceMs: 60 } });
    expect(await failureOf(callJson(http, post(server.url), never))).toMatchObject({
      code: "gateway_timeout",
      sent: true,
    });
  });

  it("when the answer breaks off", async () => {
    const server = await serve((socket) => socket.end(httpAnswer(202, '{"jobId":"job_1"}').slice(0, -5)));
    expect(await failureOf(callJson(connect(), post(server.url), never))).toMatchObject({ sent: true });
  });

  it("when the answer drips without end", async () => {
    const clock = createManualClock();
    const server = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n");
      begun.resolve();
    });
    const begun = Promise.withResolvers<void>();
    const failure = failureOf(callJson(connect({ clock }), post(server.url), never));
    await begun.promise;
    clock.advance(10 * 60_000);
    expect(await failure).toMatchObject({ code: "gateway_timeout", sent: true });
  });

  it("when it was stopped while it waited for the answer, and the connection is closed", async () => {
    const closed = Promise.withResolvers<void>();
    const stop = new AbortController();
    const server = await serve((socket) => {
      socket.once("close", () => closed.resolve());
      stop.abort();
    });
    const failure = await failureOf(connect().open(post(server.url), stop.signal));
    expect(failure).toMatchObject({ code: "gateway_call_stopped", sent: true });
    await closed.promise;
  });

  it("when the answer is no HTTP", async () => {
    const server = await serve((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
    expect(await failureOf(connect().open(post(server.url), never))).toMatchObject({
      code: "gateway_unexpected_answer",
      sent: true,
    });
  });

  it("when the headers never end", async () => {
    const server = await serve((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(1_000_000)}`));
    expect(await failureOf(connect().open(post(server.url), never))).toMatchObject({ sent: true });
  });
});

describe("an answer that is not used", () => {
  it("is a redirect: it is not followed, and the key goes nowhere else", async () => {
    const elsewhere = await serve((socket) => socket.end(httpAnswer(200, "{}")));
    const server = await serve((socket) =>
      socket.write(httpAnswer(307, "", { location: `${elsewhere.url}/?token=abc`, "x-request-id": "req-3" })),
    );
    const failure = await failureOf(connect().open(post(server.url), never));
    expect(failure).toMatchObject({ code: "gateway_redirect", sent: true, requestId: "req-3" });
    expect(failure.message).not.toContain("abc");
    expect(elsewhere.connections()).toBe(0);
  });

  it("is compressed although nobody asked for it", async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200, "{}", { "content-encoding": "gzip" })));
    expect(await failureOf(connect().open(post(server.url), never))).toMatchObject({
      code: "gateway_unexpected_answer",
    });
    expect(server.received()).toContain("accept-encoding: identity");
  });

  it("is HTML, whatever its status", async () => {
    for (const status of [200, 404, 502]) {
      const server = await serve((socket) =>
        socket.write(httpAnswer(status, "<html>hello</html>", { "content-type": "Text/HTML; charset=utf-8" })),
      );
      const failure = await failureOf(callJson(connect(), post(server.url), never));
      expect(failure).toMatchObject({ code: "gateway_unexpected_answer", sent: true });
    }
  });

  it.each(["", "{", "<html>", '{"jobId":"job_1"} trailing'])("is no JSON: %j", async (body) => {
    const server = await serve((socket) => socket.write(httpAnswer(200, body)));
    const failure = await failureOf(callJson(connect(), post(server.url), never));
    expect(failure).toMatchObject({ code: "gateway_unexpected_answer" });
    expect(failure.message).not.toContain("trailing");
  });

  it("says that it is a gigabyte: not one byte of it is waited for", async () => {
    const server = await serve((socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1073741824\r\n\r\n{"),
    );
    expect(await failureOf(callJson(connect(), post(server.url), never))).toMatchObject({
      code: "gateway_answer_too_large",
    });
  });

  it("is a gigabyte without saying so: it is cut off, and the connection closed", async () => {
    const closed = Promise.withResolvers<number>();
    const server = await serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
      const block = Buffer.alloc(64 * 1024, " ");
      const pump = (): void => {
        while (!socket.destroyed && socket.bytesWritten < 1024 ** 3) if (!socket.write(block)) return;
      };
      socket.on("drain", pump);
      socket.once("close", () => closed.resolve(socket.bytesWritten));
      pump();
    });
    expect(await failureOf(callJson(connect(), post(server.url), never))).toMatchObject({
      code: "gateway_answer_too_large",
    });
    expect(await closed.promise).toBeLessThan(64 * 1024 * 1024);
  });
});

describe("a call", () => {
  it("carries the key as bearer, the body byte for byte, and nothing about itself", async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200, "{}")));
    await callJson(connect(), { ...post(server.url), headers: { "idempotency-key": "k1" } }, never);
    expect(server.received()).toContain(`authorization: Bearer ${KEY}`);
    expect(server.received()).toContain("idempotency-key: k1");
    expect(server.received().endsWith('\r\n\r\n{"prompt":"a red fox"}')).toBe(true);
  });

  it("keeps the request id, ours before the usual one, and only if it can be shown", async () => {
    const ids = [
      [{ "X-Gateway-Request-Id": "gw-1", "x-request-id": "rq-1" }, "gw-1"],
      [{ "X-Request-Id": "rq-1" }, "rq-1"],
      [{ "x-request-id": "has spaces" }, undefined],
      [{ "x-request-id": "x".repeat(5_000) }, undefined],
    ] as const;
    for (const [headers, requestId] of ids) {
      const server = await serve((socket) => socket.write(httpAnswer(404, '{"error":{"code":"not_found"}}', headers)));
      expect(await callJson(connect(), post(server.url), never)).toMatchObject({ status: 404, requestId });
    }
  });

  it("reuses its connection", async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200, "{}")));
    const http = connect();
    for (let count = 0; count < 5; count++) await callJson(http, post(server.url), never);
    expect(server.requests()).toBe(5);
    // A second one may be opened while the first is still being put back.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it("takes our key out of what comes back", async () => {
    const server = await serve((socket) => socket.write(httpAnswer(401, `{"error":{"message":"no ${KEY}!"}}`)));
    const answer = await callJson(connect(), post(server.url), never);
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  it("never puts the key into its errors or its log lines", async () => {
    const lines: string[] = [];
    const server = await serve((socket, _head, number) => {
      if (number === 1) socket.write(httpAnswer(200, "{}"));
      else socket.resetAndDestroy();
    });
    const http = connect({ log: createLog("debug", { write: (line: string) => void lines.push(line) }) });
    await callJson(http, post(server.url), never);
    const failure = await failureOf(http.open(post(server.url), never));
    expect(lines.length).toBe(2);
    expect(lines.join("")).not.toContain(KEY);
    expect(`${failure.message} ${failure.stack} ${String(failure.cause)}`).not.toContain(KEY);
  });

  it("gives a body back whole", async () => {
    const text = "é".repeat(300_000);
    const server = await serve((socket) => socket.write(httpAnswer(200, text)));
    const answer = await connect().open(post(server.url), never);
    expect((await readBounded(answer, 600_000, never)).toString()).toBe(text);
  });

  it("ends with everything else when the way is closed", async () => {
    const http = connect();
    const server = await serve(() => void http.close());
    expect(await failureOf(http.open(post(server.url), never))).toMatchObject({ sent: true });
  });
});
