import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { callJson } from "../../../src/gateway/http/json-call.ts";
import { createGatewayCalls, failureOf, postTo } from "../../support/gateway/gateway-calls.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { httpAnswer, refusedUrl } from "../../support/process/tcp-server.ts";

const never = new AbortController().signal;
const calls = createGatewayCalls();

afterEach(() => calls.close());

describe("nothing was sent", () => {
  it("when the connection is refused", async () => {
    const failure = await failureOf(calls.connect().open(postTo(await refusedUrl()), never));
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false, retryable: true });
    expect(failure.message).toContain("ECONNREFUSED");
  });

  it("when the name is not found", async () => {
    const failure = await failureOf(calls.connect().open(postTo("http://no-such-host.invalid"), never));
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false });
  });

  it("when TLS fails, and the server saw no byte of the request", async () => {
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
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const failure = await failureOf(calls.connect().open(postTo(`https://127.0.0.1:${port}`), never));
    server.close();
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false });
    expect(received).not.toContain("POST");
  });

  it("when it was stopped before it began, and no server was called", async () => {
    const server = await calls.serve(() => undefined);
    const failure = await failureOf(calls.connect().open(postTo(server.url), AbortSignal.abort()));
    expect(failure).toMatchObject({ code: "gateway_call_stopped", sent: false });
    expect(server.connections()).toBe(0);
  });

  it("when it was stopped while the connection was being made, and it ends immediately", async () => {
    // Not every system has an address that swallows connections. A TLS server that never answers serves as well.
    const server = await calls.serve(
      () => undefined,
      () => accepted.resolve(),
    );
    const accepted = Promise.withResolvers<void>();
    const stop = new AbortController();
    const call = calls.connect().open(postTo(server.url.replace("http:", "https:")), stop.signal);
    await accepted.promise;
    stop.abort();
    expect(await failureOf(call)).toMatchObject({ code: "gateway_call_stopped", sent: false });
    expect(server.received()).not.toContain("POST");
  });

  it("when the connection takes too long", async () => {
    const server = await calls.serve(() => undefined);
    const http = calls.connect({ timeouts: { connectMs: 50 } });
    const failure = await failureOf(http.open(postTo(server.url.replace("http:", "https:")), never));
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false });
    expect(failure.message).toContain("UND_ERR_CONNECT_TIMEOUT");
  });
});

describe("the outcome is open", () => {
  it("when the connection is reset after the request", async () => {
    const server = await calls.serve((socket) => socket.resetAndDestroy());
    const failure = await failureOf(calls.connect().open(postTo(server.url), never));
    expect(failure).toMatchObject({ code: "gateway_connection_broken", sent: true });
    expect(server.requests()).toBe(1);
  });

  it("when the connection is closed without an answer", async () => {
    const server = await calls.serve((socket) => socket.end());
    expect(await failureOf(calls.connect().open(postTo(server.url), never))).toMatchObject({ sent: true });
    expect(server.requests()).toBe(1);
  });

  it("when a reused connection is reset: it is not sent again on another", async () => {
    const used = new Set<Socket>();
    let reused = false;
    const server = await calls.serve((socket, _head, number) => {
      reused = used.has(socket);
      used.add(socket);
      if (number < 4) socket.write(httpAnswer(200, "{}"));
      else socket.resetAndDestroy();
    });
    const http = calls.connect();
    for (let count = 1; count < 4; count++) await callJson(http, postTo(server.url), never);
    expect(await failureOf(http.open(postTo(server.url), never))).toMatchObject({ sent: true });
    expect(reused).toBe(true);
    expect(server.requests()).toBe(4);
  });

  it("when no headers arrive in time", async () => {
    const server = await calls.serve(() => undefined);
    const http = calls.connect({ timeouts: { headersMs: 60 } });
    expect(await failureOf(http.open(postTo(server.url), never))).toMatchObject({
      code: "gateway_timeout",
      sent: true,
    });
  });

  it("when no answer arrives in time to a call that can't be repeated, which waits longer than others", async () => {
    const server = await calls.serve((socket, head) => {
      if (head.startsWith("POST /once")) late.resolve(socket);
    });
    const late = Promise.withResolvers<Socket>();
    const http = calls.connect({ timeouts: { headersMs: 60 } });
    const patient = callJson(http, { ...postTo(server.url), url: new URL("/once", server.url), once: true }, never);
    const socket = await late.promise;
    expect(await failureOf(callJson(http, postTo(server.url), never))).toMatchObject({ code: "gateway_timeout" });
    socket.write(httpAnswer(200, '{"id":"task_1"}'));
    expect(await patient).toMatchObject({ status: 200, body: { id: "task_1" } });
    const impatient = calls.connect({ timeouts: { onceMs: 60 } });
    const hanging = callJson(impatient, { ...postTo(server.url), once: true }, never);
    expect(await failureOf(hanging)).toMatchObject({ code: "gateway_timeout", sent: true });
  });

  it("never because of a used connection for a call that can't be repeated: it gets a new one", async () => {
    const server = await calls.serve((socket) => socket.write(httpAnswer(200, "{}")));
    const http = calls.connect();
    await callJson(http, postTo(server.url), never);
    await callJson(http, { ...postTo(server.url), once: true }, never);
    await callJson(http, { ...postTo(server.url), once: true }, never);
    expect(server.connections()).toBe(3);
  });

  it("when the server falls silent in the middle of the answer", async () => {
    const server = await calls.serve((socket) => socket.write(httpAnswer(202, "x".repeat(20)).slice(0, -10)));
    const http = calls.connect({ timeouts: { silenceMs: 60 } });
    expect(await failureOf(callJson(http, postTo(server.url), never))).toMatchObject({
      code: "gateway_timeout",
      sent: true,
    });
  });

  it("when the answer breaks off", async () => {
    const server = await calls.serve((socket) => socket.end(httpAnswer(202, '{"jobId":"job_1"}').slice(0, -5)));
    expect(await failureOf(callJson(calls.connect(), postTo(server.url), never))).toMatchObject({ sent: true });
  });

  it("when the answer drips without end", async () => {
    const clock = createManualClock();
    const server = await calls.serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n");
      begun.resolve();
    });
    const begun = Promise.withResolvers<void>();
    const failure = failureOf(callJson(calls.connect({ clock }), postTo(server.url), never));
    await begun.promise;
    clock.advance(10 * 60_000);
    expect(await failure).toMatchObject({ code: "gateway_timeout", sent: true });
  });

  it("when it was stopped while it waited for the answer, and the connection is closed", async () => {
    const closed = Promise.withResolvers<void>();
    const stop = new AbortController();
    const server = await calls.serve((socket) => {
      socket.once("close", () => closed.resolve());
      stop.abort();
    });
    const failure = await failureOf(calls.connect().open(postTo(server.url), stop.signal));
    expect(failure).toMatchObject({ code: "gateway_call_stopped", sent: true });
    await closed.promise;
  });

  it("when the answer is not HTTP", async () => {
    const server = await calls.serve((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
    expect(await failureOf(calls.connect().open(postTo(server.url), never))).toMatchObject({
      code: "gateway_unexpected_answer",
      sent: true,
    });
  });

  it("when the headers never end", async () => {
    const server = await calls.serve((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(1_000_000)}`));
    expect(await failureOf(calls.connect().open(postTo(server.url), never))).toMatchObject({ sent: true });
  });
});
