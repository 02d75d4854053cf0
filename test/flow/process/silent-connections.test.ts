import { afterEach, expect, it } from "vitest";
import { createHttpServer, type HttpServer } from "../../../src/app/http/http-server.ts";
import { INVOCATION_MS } from "../../../src/lib/limits.ts";
import { ask } from "../../support/browser-like.ts";

let server: HttpServer | undefined;
afterEach(() => server?.close());

it("an idle connection is closed, but only after any handler would have answered", async () => {
  server = createHttpServer(
    { variable: "PORT", host: "127.0.0.1", port: 0 },
    {
      trustProxy: undefined,
      unsignedRequests: 100,
      routes: [async (routes) => void routes.get("/", async ({ raw }) => String(raw.socket.timeout))],
    },
  );
  const { url } = await server.listen();
  const { text } = await ask(url);
  expect(Number(text)).toBeGreaterThan(2 * INVOCATION_MS);
});
