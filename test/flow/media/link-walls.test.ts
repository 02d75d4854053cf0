import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ResolveName } from "../../../src/lib/http/address-scope.ts";
import {
  faultOf,
  namesTo,
  portOf,
  PRIVATE,
  PUBLIC,
  readLink,
  redirectTo,
  startLinkTest,
  type LinkTest,
} from "../../support/media/links.ts";
import { httpAnswer, type TcpServer } from "../../support/process/tcp-server.ts";

const never = new AbortController().signal;

let test: LinkTest;

beforeEach(() => {
  test = startLinkTest();
});

afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

describe("a link is not requested", () => {
  it.each([
    ["ftp://files.test/a.png", "form"],
    ["file:///etc/passwd", "form"],
    ["data:image/png;base64,AAAA", "form"],
    ["javascript:alert(1)", "form"],
    ["https://", "form"],
    [`https://a.test/${"x".repeat(5_000)}`, "form"],
    ["https://user@a.test/", "login"],
    ["https://:password@a.test/", "login"],
    ["https://a.test:8443/", "port"],
    ["http://a.test:22/", "port"],
    ["http://a.test:443/", "port"],
    ["http://127.0.0.1/", "private"],
    ["http://127.1/", "private"],
    ["http://0x7f000001/", "private"],
    ["http://2130706433/", "private"],
    ["http://0177.0.0.1/", "private"],
    ["http://10.0.0.1:8080/", "private"],
    ["http://172.20.0.1/", "private"],
    ["http://192.168.0.1/", "private"],
    ["http://169.254.169.254/latest/meta-data/", "private"],
    ["http://100.64.0.1/", "private"],
    ["http://224.0.0.1/", "private"],
    ["http://0.0.0.0/", "private"],
    ["http://0/", "private"],
    ["http://[::]/", "private"],
    ["http://[::1]/", "private"],
    ["http://[::ffff:127.0.0.1]/", "private"],
    ["http://[::ffff:a9fe:a9fe]/", "private"],
    ["http://[::127.0.0.1]/", "private"],
    ["http://[64:ff9b::7f00:1]/", "private"],
    ["http://[64:ff9b:1::7f00:1]/", "private"],
    ["http://[2002:7f00:1::]/", "private"],
    ["http://[2001:0:7f00:1::]/", "private"],
    ["http://[fd00:ec2::254]/", "private"],
    ["http://[fe80::1]/", "private"],
    ["http://[ff02::1]/", "private"],
  ])("%s: %s", async (link, why) => {
    const { resolve, asked } = namesTo(PRIVATE);
    const links = test.links({}, { resolve });
    expect(await faultOf(links, link)).toEqual({ why });
    expect(asked()).toBe(0);
  });

  it("if the system's own names lead to this machine", async () => {
    const links = test.links();
    for (const name of ["localhost", "x.localhost"]) {
      const fault = await faultOf(links, `http://${name}/`);
      // Some systems don't resolve subdomains of localhost.
      expect(name === "localhost" ? [{ why: "private" }] : [{ why: "private" }, { why: "unreachable" }]).toContainEqual(
        fault,
      );
    }
  });

  it.each([PRIVATE, "::1", "::ffff:127.0.0.1", "169.254.169.254", "64:ff9b::7f00:1"])(
    "if its name leads to %s",
    async (address) => {
      const server = await test.serve(() => {}, PRIVATE);
      const links = test.linksTo([server], { resolve: namesTo(address).resolve });
      expect(await faultOf(links, `http://pictures.test:${portOf(server)}/`)).toEqual({ why: "private" });
      expect(server.connections()).toBe(0);
    },
  );

  it("if any of its name's addresses is private", async () => {
    const server = await test.serve((socket) => socket.end(httpAnswer(200, "x")));
    const resolve: ResolveName = (_hostname, _options, callback) =>
      callback(null, [
        { address: PUBLIC, family: 4 },
        { address: PRIVATE, family: 4 },
      ]);
    expect(await faultOf(test.linksTo([server], { resolve }), `http://a.test:${portOf(server)}/`)).toEqual({
      why: "private",
    });
    expect(server.connections()).toBe(0);
  });

  it.each([
    ["an address", (server: TcpServer) => server.url],
    ["a name", (server: TcpServer) => `http://localhost:${portOf(server)}/`],
    ["an address in another notation", (server: TcpServer) => `//0x7f.1:${portOf(server)}/`],
    ["another protocol", () => "file:///etc/passwd"],
  ])("if it redirects to this machine by %s", async (_what, homeOf) => {
    const home = await test.serve((socket) => socket.end(httpAnswer(200, "secret")), PRIVATE);
    const server = await test.serve((socket) => socket.end(redirectTo(homeOf(home))));
    const fault = await faultOf(test.linksTo([home, server]), server.url);
    expect([{ why: "private" }, { why: "form" }]).toContainEqual(fault);
    expect(server.requests()).toBe(1);
    expect(home.connections()).toBe(0);
  });

  it("if its name moved to this machine since the last lookup", async () => {
    // One port on both addresses, as an attacker would arrange it.
    const server = await test.serve((socket) => socket.end(redirectTo("/next")));
    const port = Number(portOf(server));
    const { resolve, asked } = namesTo(PUBLIC, PRIVATE);
    const links = test.linksTo([server], { resolve });
    expect(await faultOf(links, `http://rebind.test:${port}/`)).toEqual({ why: "private" });
    expect([server.requests(), asked()]).toEqual([1, 2]);
  });

  it("at any address other than the one that was checked", async () => {
    const server = await test.serve((socket) => socket.end(httpAnswer(200, "x")));
    const { resolve, asked } = namesTo(PUBLIC, PRIVATE);
    expect(await readLink(test.linksTo([server], { resolve }), `http://rebind.test:${portOf(server)}/`)).toBe("x");
    expect(asked()).toBe(1);
  });
});

describe("when only a platform's hosts are allowed", () => {
  const hosts = ["cdn.test"];

  it("refuses other hosts, unencrypted links, and redirects to them", async () => {
    const links = test.linksTo([], { resolve: namesTo(PRIVATE).resolve }, { hosts });
    for (const link of [
      "https://other.test/",
      "http://cdn.test/",
      "https://cdn.test.other.test/",
      "https://xcdn.test/",
    ]) {
      expect(await faultOf(links, link)).toEqual({ why: "host" });
    }
    // The allowed host passes until its address is resolved.
    expect(await faultOf(links, "https://CDN.test/a.png")).toEqual({ why: "private" });
  });

  it("allows one local server instead, and nothing else on this machine", async () => {
    const server = await test.serve((socket, head) => {
      socket.end(head.startsWith("GET /away") ? redirectTo("https://other.test/") : httpAnswer(200, "x"));
    }, PRIVATE);
    const other = await test.serve((socket) => socket.end(httpAnswer(200, "x")), PRIVATE);
    const links = test.links({ hosts, localOrigin: server.url });
    expect(await readLink(links, `${server.url}/a.png`)).toBe("x");
    expect(await faultOf(links, `${other.url}/a.png`)).toEqual({ why: "host" });
    expect(await faultOf(links, `${server.url.replace("127.0.0.1", "localhost")}/a.png`)).toEqual({ why: "host" });
    expect(await faultOf(links, `${server.url}/away`)).toEqual({ why: "host" });
    expect(other.connections()).toBe(0);
  });

  it("sends a token only to its own addresses", async () => {
    const other = await test.serve((socket) => socket.end(httpAnswer(200, "x")));
    const server = await test.serve((socket) => socket.end(redirectTo(other.url)));
    const headersFor = (url: URL): Record<string, string> =>
      url.origin === server.url ? { authorization: "Bearer t0ken" } : {};
    const { body } = await test.linksTo([server, other]).open(server.url, { maxBytes: 100, signal: never, headersFor });
    await buffer(body);
    expect(server.received()).toContain("Bearer t0ken");
    expect(other.received()).not.toContain("t0ken");
  });
});
