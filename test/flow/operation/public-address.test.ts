import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHttpServer as createEaselServer } from "../../../src/app/http/http-server.ts";
import { identityRoutes } from "../../../src/app/http/identity-routes.ts";
import { publicAddressLines } from "../../../src/app/self-check/public-address.ts";
import { readConfig } from "../../../src/config/config.ts";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { DAY_MS } from "../../../src/lib/limits.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { portOf } from "../../support/process/port.ts";
import { refusedUrl } from "../../support/process/tcp-server.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "../../support/process/test-certificate.ts";

/** A server that serves only Easel's proof of identity. */
const servedHere = (secretKey: string) =>
  createEaselServer(
    { variable: "PUBLIC_PORT", host: "127.0.0.1", port: 0 },
    { routes: [identityRoutes(secretKey)], unsignedRequests: 100, trustProxy: undefined },
  );

/** Starts another site, and returns its address. */
async function answering(handle: RequestListener): Promise<string> {
  const server = createHttpServer(handle).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${portOf(server)}`;
}

describe("a check of the public address", () => {
  const KEY = "a secret key that is used by tests alone";
  const onDiscord = { SECRET_KEY: KEY, DISCORD_TOKEN: "a.bots.token" };
  const examined = (
    publicUrl: string | undefined,
    clock: Clock = systemClock,
    secretKey = KEY,
    environment: Record<string, string> = onDiscord,
  ) =>
    publicAddressLines(
      { publicUrl, platforms: readConfig(environment, "/easel").platforms },
      secretKey,
      clock,
      new AbortController().signal,
    );
  const toldOf = async (...given: Parameters<typeof examined>): Promise<string> =>
    (await examined(...given)).map(({ isWell, text }) => `${isWell} ${text}`).join("\n");

  it("distinguishes the Easel with the same key from every other site that answers", async () => {
    const easel = servedHere(KEY);
    const { url } = await easel.listen();
    onTestFinished(() => easel.close());
    expect(await toldOf(url)).toContain(`true PUBLIC_URL ${url} leads to this Easel.`);
    expect(await toldOf(url, systemClock, "another key")).toContain(`false PUBLIC_URL ${url} answers 200, but not as`);

    for (const handle of [
      (_request, response) => response.writeHead(404).end("not here"),
      (_request, response) => response.end(JSON.stringify({ easel: "00".repeat(32) })),
      (_request, response) => response.end("x".repeat(100_000)),
      (_request, response) => response.writeHead(302, { location: url }).end(),
    ] satisfies RequestListener[]) {
      expect(await toldOf(await answering(handle))).toMatch(
        /^false PUBLIC_URL \S+ answers (?:200|302|404), but not as this/,
      );
    }
    const failing = await answering((_request, response) => response.writeHead(502).end());
    expect(await toldOf(failing)).toMatch(/^false PUBLIC_URL \S+ answers 502: does the proxy lead to PUBLIC_PORT/);
  });

  it("reports a missing address as a problem only if a platform links to results", async () => {
    expect(await toldOf(undefined)).toMatch(/^false PUBLIC_URL is not set: chat platforms get no links/);
    expect(await toldOf(undefined, systemClock, KEY, { SECRET_KEY: KEY })).toMatch(
      /^true PUBLIC_URL is not set\. The Console alone needs none/,
    );
  });

  it("reads when the certificate expires", async () => {
    const server = createHttpsServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, (_request, response) =>
      response.end(),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    const until = Date.parse(new X509Certificate(TEST_CERTIFICATE).validTo);
    const lines = (now: number): Promise<string> =>
      toldOf(`https://localhost:${portOf(server)}`, createManualClock(now));
    expect(await lines(until - 30.5 * DAY_MS)).toContain("true The certificate of localhost is valid for 30 days.");
    expect(await lines(until - 2.5 * DAY_MS)).toContain("false The certificate of localhost expires in 2 days");
    expect(await lines(until + 1_000)).toContain("false The certificate of localhost has expired");
    // The certificate is not trusted, and for members elsewhere localhost is their own machine.
    expect(await lines(until)).toMatch(/false PUBLIC_URL \S+ does not answer \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    expect(await lines(until)).toContain("members elsewhere can't open its links");
    server.close();
  });

  it("notices that nothing answers", async () => {
    expect(await toldOf(await refusedUrl())).toMatch(/^false PUBLIC_URL \S+ does not answer \(ECONNREFUSED\)/);
  });
});
