import { afterEach, describe, expect, it } from "vitest";
import { buffer } from "node:stream/consumers";
import { callJson } from "../../../src/gateway/http/json-call.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { CALL_KEY, createGatewayCalls, failureOf, postTo } from "../../support/gateway/gateway-calls.ts";
import { httpAnswer } from "../../support/process/tcp-server.ts";

const never = new AbortController().signal;
const calls = createGatewayCalls();

afterEach(() => calls.close());

describe("an unusable answer", () => {
  it("can be a redirect, which is not followed, so the key goes nowhere else", async () => {
    const elsewhere = await calls.serve((socket) => socket.end(httpAnswer(200, "{}")));
    const server = await calls.serve((socket) =>
      socket.write(httpAnswer(307, "", { location: `${elsewhere.url}/?token=abc`, "x-request-id": "req-3" })),
    );
    const failure = await failureOf(calls.connect().open(postTo(server.url), never));
    expect(failure).toMatchObject({ code: "gateway_redirect", sent: true, requestId: "req-3" });
    expect(failure.message).not.toContain("abc");
    expect(elsewhere.connections()).toBe(0);
  });

  it("can be compressed although the call did not ask for that", async () => {
    const server = await calls.serve((socket) => socket.write(httpAnswer(200, "{}", { "content-encoding": "gzip" })));
    expect(await failureOf(calls.connect().open(postTo(server.url), never))).toMatchObject({
      code: "gateway_unexpected_answer",
    });
    expect(server.received()).toContain("accept-encoding: identity");
  });

  it("can be HTML, whatever its status", async () => {
    for (const status of [200, 404, 502]) {
      const server = await calls.serve((socket) =>
        socket.write(httpAnswer(status, "<html>hello</html>", { "content-type": "Text/HTML; charset=utf-8" })),
      );
      const failure = await failureOf(callJson(calls.connect(), postTo(server.url), never));
      expect(failure).toMatchObject({ code: "gateway_unexpected_answer", sent: true });
    }
  });

  it.each(["", "{", "<html>", '{"jobId":"job_1"} trailing'])("is not JSON: %j", async (body) => {
    const server = await calls.serve((socket) => socket.write(httpAnswer(200, body)));
    const failure = await failureOf(callJson(calls.connect(), postTo(server.url), never));
    expect(failure).toMatchObject({ code: "gateway_unexpected_answer" });
    expect(failure.message).not.toContain("trailing");
  });

  it("can declare a gigabyte: no byte of it is awaited", async () => {
    const server = await calls.serve((socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1073741824\r\n\r\n{"),
    );
    expect(await failureOf(callJson(calls.connect(), postTo(server.url), never))).toMatchObject({
      code: "gateway_answer_too_large",
    });
  });

  it("can be an undeclared gigabyte: it is cut off, and the connection closed", async () => {
    const closed = Promise.withResolvers<number>();
    const server = await calls.serve((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
      const block = Buffer.alloc(64 * 1024, " ");
      const pump = (): void => {
        while (!socket.destroyed && socket.bytesWritten < 1024 ** 3) if (!socket.write(block)) return;
      };
      socket.on("drain", pump);
      socket.once("close", () => closed.resolve(socket.bytesWritten));
      pump();
    });
    expect(await failureOf(callJson(calls.connect(), postTo(server.url), never))).toMatchObject({
      code: "gateway_answer_too_large",
    });
    expect(await closed.promise).toBeLessThan(64 * 1024 * 1024);
  });
});

describe("a call", () => {
  it("carries the key as bearer, the body byte for byte, and nothing about itself", async () => {
    const server = await calls.serve((socket) => socket.write(httpAnswer(200, "{}")));
    await callJson(calls.connect(), { ...postTo(server.url), headers: { "idempotency-key": "k1" } }, never);
    expect(server.received()).toContain(`authorization: Bearer ${CALL_KEY}`);
    expect(server.received()).toContain("idempotency-key: k1");
    expect(server.received().endsWith('\r\n\r\n{"prompt":"a red fox"}')).toBe(true);
  });

  it("keeps the request id, the gateway's before the usual one, and only if it is printable", async () => {
    const ids = [
      [{ "X-Gateway-Request-Id": "gw-1", "x-request-id": "rq-1" }, "gw-1"],
      [{ "X-Request-Id": "rq-1" }, "rq-1"],
      [{ "x-request-id": "has spaces" }, undefined],
      [{ "x-request-id": "x".repeat(5_000) }, undefined],
    ] as const;
    for (const [headers, requestId] of ids) {
      const server = await calls.serve((socket) =>
        socket.write(httpAnswer(404, '{"error":{"code":"not_found"}}', headers)),
      );
      expect(await callJson(calls.connect(), postTo(server.url), never)).toMatchObject({ status: 404, requestId });
    }
  });

  it("reuses its connection", async () => {
    const server = await calls.serve((socket) => socket.write(httpAnswer(200, "{}")));
    const http = calls.connect();
    for (let count = 0; count < 5; count++) await callJson(http, postTo(server.url), never);
    expect(server.requests()).toBe(5);
    // A second one may be opened while the first is still being put back.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it("removes Easel's key from the answer", async () => {
    const server = await calls.serve((socket) =>
      socket.write(httpAnswer(401, `{"error":{"message":"no ${CALL_KEY}!"}}`)),
    );
    const answer = await callJson(calls.connect(), postTo(server.url), never);
    expect(JSON.stringify(answer)).not.toContain(CALL_KEY);
  });

  it("never puts the key into its errors or its log lines", async () => {
    const lines: string[] = [];
    const server = await calls.serve((socket, _head, number) => {
      if (number === 1) socket.write(httpAnswer(200, "{}"));
      else socket.resetAndDestroy();
    });
    const http = calls.connect({ log: createLog("debug", { write: (line: string) => void lines.push(line) }) });
    await callJson(http, postTo(server.url), never);
    const failure = await failureOf(http.open(postTo(server.url), never));
    expect(lines.length).toBe(2);
    expect(lines.join("")).not.toContain(CALL_KEY);
    expect(`${failure.message} ${failure.stack} ${String(failure.cause)}`).not.toContain(CALL_KEY);
  });

  it("returns the complete body", async () => {
    const text = "é".repeat(300_000);
    const server = await calls.serve((socket) => socket.write(httpAnswer(200, text)));
    const answer = await calls.connect().open(postTo(server.url), never);
    expect((await buffer(answer.body)).toString()).toBe(text);
  });

  it("ends when the client is closed", async () => {
    const http = calls.connect();
    const server = await calls.serve(() => void http.close());
    expect(await failureOf(http.open(postTo(server.url), never))).toMatchObject({ sent: true });
  });
});

it("waits until a date by the gateway's own clock", async () => {
  const date = "Thu, 01 Jan 2026 12:00:00 GMT";
  const server = await calls.serve((socket) =>
    socket.end(httpAnswer(429, "{}", { date, "retry-after": "Thu, 01 Jan 2026 12:00:30 GMT" })),
  );
  const answer = await calls.connect().open(postTo(server.url), never);
  answer.body.destroy();
  expect(answer.retryAfterMs).toBe(30_000);
});

describe("the log of calls", () => {
  it("has the path of a call with the key, but only the host of a signed link", async () => {
    const lines: string[] = [];
    const log = createLog("debug", { write: (line) => void lines.push(line) });
    const http = calls.connect({ log });
    const server = await calls.serve((socket, _head, number) => {
      if (number === 3) socket.destroy();
      else socket.write(httpAnswer(200, "{}"));
    });
    await http.open(postTo(server.url), never);
    const link = new URL("/open/a-short-token/clip.mp4?expires=1&sig=abc", server.url);
    const { body: _body, ...call } = { ...postTo(server.url), method: "GET", url: link, apiKey: undefined } as const;
    await http.open(call, never);
    await failureOf(http.open(call, never));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: "POST", path: "/jobs", status: 200 },
      { method: "GET", linkAt: link.host, status: 200 },
      { method: "GET", linkAt: link.host, code: "gateway_connection_broken" },
    ]);
    expect(lines.join("")).not.toMatch(/a-short-token|clip\.mp4|abc/);
  });
});
