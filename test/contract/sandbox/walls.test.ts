import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { json, text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";

const FAULT = JSON.stringify({ match: {}, action: { type: "status", status: 503 } });
let sandbox: TestSandbox;

beforeEach(async () => {
  sandbox = await openTestSandbox();
});
afterEach(() => sandbox.close());

/** A call with exactly these headers: fetch sets its own. */
async function call(method: string, path: string, headers: Record<string, string>, body = "") {
  const sent = request(new URL(path, sandbox.url), { method, headers });
  sent.end(body);
  const [response] = await once(sent, "response");
  return { status: response.statusCode, body: await json(response).catch(() => undefined) };
}

const JSON_TYPE = { "content-type": "application/json" };
const own = (): string => new URL(sandbox.url).host;
const faults = async (): Promise<unknown> => (await call("GET", "/sandbox/faults", {})).body;

describe("another web page", () => {
  const READS = [
    "/sandbox/calls",
    "/sandbox/faults",
    "/sandbox/clock",
    "/sandbox/codes",
    "/openapi.json",
    "/v1/models",
  ];

  it.each(READS)("can't read %s through a host name that was rebound to this machine", async (path) => {
    for (const host of ["evil.example", `evil.example:${new URL(sandbox.url).port}`, "127.0.0.1.evil.example"]) {
      expect(await call("GET", path, { host })).toMatchObject({
        status: 403,
        body: { error: { message: expect.any(String) } },
      });
    }
  });

  it.each([
    ["POST", "/sandbox/faults", FAULT],
    ["POST", "/sandbox/clock", '{"advanceSeconds":3600}'],
    ["POST", "/sandbox/reset", ""],
    ["DELETE", "/sandbox/faults", ""],
    ["POST", "/api/v1/images/generations/jobs", '{"model":"provider-a/image-2","prompt":"a fox"}'],
    ["POST", "/v1/videos", "{}"],
  ])("can't change anything with %s %s", async (method, path, body) => {
    for (const foreign of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `http://127.0.0.1:1` },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    ]) {
      const headers = { authorization: "Bearer sk-sandbox", ...JSON_TYPE, ...foreign };
      expect(await call(method, path, headers, body)).toMatchObject({ status: 403 });
    }
    expect(await faults()).toEqual([]);
    expect((await call("GET", "/sandbox/clock", {})).body).toMatchObject({ offsetMs: 0 });
    expect((await call("GET", "/sandbox/calls", {})).body).toEqual([]);
  });

  it("can't change anything with a form or plain text either", async () => {
    for (const type of ["text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "multipart/form-data", ""]) {
      const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
      expect(await call("POST", "/sandbox/faults", headers, FAULT)).toMatchObject({ status: 415 });
    }
    expect(await faults()).toEqual([]);
  });
});

describe("the sandbox's operator", () => {
  it("can control it from this machine, by any of its names, with or without its own page", async () => {
    const { port } = new URL(sandbox.url);
    for (const headers of [
      { host: `127.0.0.1:${port}` },
      { host: `localhost:${port}` },
      { host: `[::1]:${port}` },
      { origin: sandbox.url },
      { origin: `http://${own()}`, "sec-fetch-site": "same-origin" },
    ]) {
      expect(await call("POST", "/sandbox/faults", { ...JSON_TYPE, ...headers }, FAULT)).toMatchObject({ status: 201 });
    }
    expect(
      await call("POST", "/sandbox/faults", { "content-type": "application/json; charset=utf-8" }, FAULT),
    ).toMatchObject({
      status: 201,
    });
    expect(await call("POST", "/sandbox/reset", {})).toMatchObject({ status: 200 });
    expect(await faults()).toEqual([]);
  });

  it("can follow a link to it from elsewhere", async () => {
    const followed = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect(await call("GET", "/sandbox/codes", followed)).toMatchObject({ status: 200 });
  });
});

describe("with a secret", () => {
  const SECRET = "secret-of-the-tests";
  const PATHS = [
    ["GET", "/sandbox/calls"],
    ["GET", "/sandbox/faults"],
    ["POST", "/sandbox/faults"],
    ["DELETE", "/sandbox/faults"],
    ["GET", "/sandbox/clock"],
    ["POST", "/sandbox/clock"],
    ["POST", "/sandbox/reset"],
  ] as const;

  it.each(PATHS)("%s %s is open to holders of the secret", async (method, path) => {
    await using guarded = await openGuarded();
    for (const authorization of ["", "Bearer", "Bearer wrong", "Bearer sk-sandbox", `Basic ${SECRET}`]) {
      const headers: Record<string, string> = authorization === "" ? {} : { authorization };
      expect(await guarded.call(method, path, headers)).toMatchObject({ status: 401 });
    }
    const { status } = await guarded.call(method, path, { authorization: `Bearer ${SECRET}` });
    // Some of these requests lack a required body.
    expect([200, 400]).toContain(status);
  });

  it("the gateway itself, its codes and its description need none", async () => {
    await using guarded = await openGuarded();
    expect(await guarded.call("GET", "/sandbox/codes", {})).toMatchObject({ status: 200 });
    expect(await guarded.call("GET", "/openapi.json", {})).toMatchObject({ status: 200 });
    expect(await guarded.call("GET", "/v1/models", { authorization: "Bearer sk-sandbox" })).toMatchObject({
      status: 200,
    });
  });

  async function openGuarded() {
    await sandbox.close();
    sandbox = await openTestSandbox({ controlSecret: SECRET });
    return { call, [Symbol.asyncDispose]: async () => {} };
  }
});

describe("listening beyond this machine", () => {
  it.each([
    ["192.168.7.7", 200],
    ["[fd00::7]", 200],
    ["sandbox", 200],
    ["evil.example", 403],
    ["sandbox.evil.example", 403],
  ])("reached as %s: %i", async (host, status) => {
    await sandbox.close();
    sandbox = await openTestSandbox({ host: "0.0.0.0" });
    expect(await call("GET", "/sandbox/codes", { host })).toMatchObject({ status });
  });
});

it("waits at most ten minutes for a body", async () => {
  const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
  socket.write(`POST /v1/videos HTTP/1.1\r\nhost: ${own()}\r\ncontent-length: 100\r\n\r\n{`);
  const waiting = sandbox.clock.sleepers();
  await expect.poll(() => sandbox.clock.sleepers()).toBe(waiting + 1);
  sandbox.clock.advance(10 * 60_000 - 1);
  expect(sandbox.clock.sleepers()).toBe(waiting + 1);
  sandbox.clock.advance(1);
  expect(await text(socket).catch(() => "")).toBe("");
  expect(sandbox.clock.sleepers()).toBe(waiting);
});
