import { afterEach, describe, expect, it } from "vitest";
import { createHttpServer, type HttpServer } from "../../../src/app/http/http-server.ts";
import { trustProxy } from "../../../src/config/proxy-config.ts";
import { ask } from "../../support/browser-like.ts";

let server: HttpServer | undefined;
afterEach(() => server?.close());

/** The sender's address, and whether TLS was used, according to a server with this setting. */
async function seen(setting: string | undefined, headers: Record<string, string>): Promise<string> {
  server = createHttpServer(
    { variable: "PORT", host: "127.0.0.1", port: 0 },
    {
      trustProxy: trustProxy(setting),
      unsignedRequests: 100,
      routes: [async (routes) => void routes.get("/", async ({ ip, protocol }) => `${protocol} ${ip}`)],
    },
  );
  const { url } = await server.listen();
  return (await ask(url, { headers })).text;
}

const FORWARDED = { "x-forwarded-for": "192.0.2.1, 198.51.100.2, 203.0.113.3", "x-forwarded-proto": "https" };

describe("the origin of a request", () => {
  it.each([
    ["nobody", undefined, "http 127.0.0.1"],
    ["no hop", "0", "http 127.0.0.1"],
    ["one hop", "1", "https 203.0.113.3"],
    ["two hops", "2", "https 198.51.100.2"],
    ["the address that connects", "127.0.0.1", "https 203.0.113.3"],
    ["that and the network before it", "127.0.0.0/8, 203.0.113.0/24", "https 198.51.100.2"],
    ["another address", "10.0.0.5", "http 127.0.0.1"],
  ])("is read from the right, trusting %s", async (_name, setting, expected) => {
    expect(await seen(setting, FORWARDED)).toBe(expected);
  });

  it("is the connecting address if the proxy sends no header", async () => {
    expect(await seen("1", {})).toBe("http 127.0.0.1");
  });
});
