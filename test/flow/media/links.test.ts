import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MediaTooLargeError } from "../../../src/media/store/media-store.ts";
import {
  faultOf,
  PRIVATE,
  PUBLIC,
  readLink,
  redirectTo,
  startLinkTest,
  type LinkTest,
} from "../../support/media/links.ts";
import { httpAnswer, refusedUrl } from "../../support/process/tcp-server.ts";

const never = new AbortController().signal;
const MAX_BYTES = 10_000;

let test: LinkTest;

beforeEach(() => {
  test = startLinkTest();
});

afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

describe("a link", () => {
  it("returns its content, with the claimed type", async () => {
    const server = await test.serve((socket) =>
      socket.end(httpAnswer(200, "bytes", { "content-type": "Image/PNG; x=1" })),
    );
    const file = await test.linksTo([server]).open(`${server.url}/cat.png`, { maxBytes: MAX_BYTES, signal: never });
    expect([file.mimeType, file.bytes]).toEqual(["image/png", 5]);
    expect((await buffer(file.body)).toString()).toBe("bytes");
    expect(server.received()).toMatch(/^GET \/cat\.png HTTP\/1\.1\r\n/);
    expect(server.received()).toContain("accept-encoding: identity\r\n");
    expect(server.received()).toMatch(/user-agent: Easel/);
    expect(server.received()).not.toMatch(/cookie|authorization|referer/i);
  });

  it("can be checked without its content", async () => {
    const server = await test.serve((socket) => socket.end(httpAnswer(200, "", { "content-length": "123" })));
    expect(await test.linksTo([server]).look(server.url, never)).toMatchObject({ bytes: 123 });
    expect(server.received()).toMatch(/^HEAD /);
  });

  it("follows a few redirects, including relative ones", async () => {
    const server = await test.serve((socket, head) => {
      const [, step = ""] = /^GET \/(\d)/.exec(head) ?? [];
      socket.end(step === "5" ? httpAnswer(200, "here") : redirectTo(`/${Number(step) + 1}`));
    });
    expect(await readLink(test.linksTo([server]), `${server.url}/0`)).toBe("here");
    expect(server.requests()).toBe(6);
  });

  it("gives up on endless redirects", async () => {
    const server = await test.serve((socket) => socket.end(redirectTo("/again")));
    expect(await faultOf(test.linksTo([server]), server.url)).toEqual({ why: "redirects" });
    expect(server.requests()).toBe(6);
  });

  it.each([404, 403, 500, 206, 204])("that answers %d returns nothing", async (status) => {
    const server = await test.serve((socket) => socket.end(httpAnswer(status, "")));
    expect(await faultOf(test.linksTo([server]), server.url)).toEqual({ why: "status", status });
  });

  it("refuses a compressed response", async () => {
    const server = await test.serve((socket) => socket.end(httpAnswer(200, "x", { "content-encoding": "gzip" })));
    expect(await faultOf(test.linksTo([server]), server.url)).toEqual({ why: "encoding" });
  });

  it("refuses a file that announces too much", async () => {
    const server = await test.serve((socket) =>
      socket.write(httpAnswer(200, "x", { "content-length": "99999999999" })),
    );
    const opening = test.linksTo([server]).open(server.url, { maxBytes: MAX_BYTES, signal: never });
    await expect(opening).rejects.toBeInstanceOf(MediaTooLargeError);
  });

  it("returns no more than was announced", async () => {
    const server = await test.serve((socket) => {
      socket.write(httpAnswer(200, "x".repeat(50_000), { "content-length": "10" }));
    });
    expect(await readLink(test.linksTo([server]), server.url)).toBe("x".repeat(10));
  });

  it("fails if it returns less than announced", async () => {
    const server = await test.serve((socket) => socket.end(httpAnswer(200, "half", { "content-length": "10" })));
    await expect(readLink(test.linksTo([server]), server.url)).rejects.toThrow("closed");
  });

  it("is unreachable if nothing listens there", async () => {
    const url = (await refusedUrl()).replace(PRIVATE, PUBLIC);
    const links = test.links({}, { isHidden: () => false, ports: [new URL(url).port] });
    expect(await faultOf(links, url)).toEqual({ why: "unreachable" });
  });

  it.each([
    ["never answers", { silenceMs: 50 }, () => {}],
    ["takes too long in all", { allMs: 50 }, (socket: Socket) => socket.end(redirectTo("/again"))],
  ])("that %s is too slow", async (_what, timeouts, play) => {
    let turns = 0;
    const server = await test.serve((socket) => {
      // The second response never comes.
      if (turns++ === 0) play(socket);
    });
    expect(await faultOf(test.linksTo([server], { timeouts }), server.url)).toEqual({ why: "slow" });
  });

  it("is abandoned immediately when the wait is aborted", async () => {
    const stop = new AbortController();
    const server = await test.serve(() => stop.abort(new Error("enough")));
    const opening = test.linksTo([server]).open(server.url, { maxBytes: MAX_BYTES, signal: stop.signal });
    await expect(opening).rejects.toThrow("enough");
  });
});
