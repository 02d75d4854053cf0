import { afterEach, describe, expect, it } from "vitest";
import {
  isLoopbackHost,
  isPrivateAddress,
  isPrivateLiteral,
  lookupPublic,
} from "../../../../src/lib/http/address-scope.ts";
import { createGatewayCalls, failureOf } from "../../../support/gateway/gateway-calls.ts";
import { httpAnswer } from "../../../support/process/tcp-server.ts";

const never = new AbortController().signal;
const calls = createGatewayCalls();

afterEach(() => calls.close());

it.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "192.0.2.1",
  "198.18.0.1",
  "240.0.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::10.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:a00:1",
  "64:ff9b::a00:1",
  "64:ff9b:1::a00:1",
  "2001::a00:1",
  "2001:db8::1",
  "3fff::1",
  "4000::1",
  "fe80::1%eth0",
  "2002:a00:1::",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "127.1",
  "0x7f.1",
  "2130706433",
  "0177.0.0.1",
  "gateway.test",
  "",
])("doesn't treat %j as a public address", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each(["1.1.1.1", "172.32.0.1", "192.169.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])(
  "treats %s as a public address",
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

it.each([
  ["https://0x7f.1/", true, true],
  ["https://2130706433/", true, true],
  ["https://[::1]/", true, true],
  ["https://[::ffff:127.0.0.1]/", false, true],
  ["https://localhost/", true, false],
  ["https://127.0.0.1.nip.test/", false, false],
  ["https://1.1.1.1/", false, false],
])("knows the host of %s", (url, loopback, isPrivate) => {
  const { hostname } = new URL(url);
  expect([isLoopbackHost(hostname), isPrivateLiteral(hostname)]).toEqual([loopback, isPrivate]);
});

describe("a name that leads to a private address", () => {
  it("is not found", async () => {
    const found = Promise.withResolvers<Error | null>();
    lookupPublic("localhost", { all: true }, (error) => found.resolve(error));
    expect(await found.promise).toMatchObject({ message: "the name resolves to a private address" });
  });

  it("is refused by a call that is for public addresses only", async () => {
    const server = await calls.serve((socket) => socket.end(httpAnswer(200, "clip")));
    const { port } = new URL(server.url);
    const url = new URL(`http://localhost:${port}/clip`);
    const call = { method: "GET", url, apiKey: undefined, accept: "*/*", long: true, deadlineMs: 60_000 } as const;
    const failure = await failureOf(calls.connect().open({ ...call, publicOnly: true }, never));
    expect(failure).toMatchObject({ code: "gateway_not_sent", sent: false });
    expect(failure.message).toContain("private address");
    expect(server.connections()).toBe(0);
    // The same name is reached by any other call, so the connection itself works.
    const answer = await calls.connect().open(call, never);
    answer.body.destroy();
    expect(answer.status).toBe(200);
  });
});
