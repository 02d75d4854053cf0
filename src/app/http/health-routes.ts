import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { guardedRequest, isNearbyHost, checkRequest } from "../../lib/http/request-guard.ts";
import type { Metrics } from "./metrics.ts";
import type { Part } from "../parts.ts";

/** Who may read metrics, and under which names this server is reached. */
export interface HealthAccess {
  /** The address that is listened on. */
  readonly host: string;
  /** Origins it is reached by beside that, such as `PUBLIC_URL`'s. */
  readonly allowedOrigins: readonly string[];
  /** `METRICS_TOKEN`. */
  readonly metricsToken: string | undefined;
  /** Whether a request has a session of the Console; undefined where the Console has no password. */
  readonly isLoggedIn: ((request: FastifyRequest) => Promise<boolean>) | undefined;
}

/**
 * Health and metrics. Pages of the internet can't read them through somebody's browser; with a session or the token any
 * host name will do, because such a page has neither. Metrics need one of the two where either is configured.
 *
 * `isReady`: whether what is acknowledged now would be kept. A part outside that is away or refuses us shows, but leaves
 * Easel ready: the others go on.
 */
export function healthRoutes(
  isReady: () => boolean,
  parts: () => readonly Part[],
  metrics: Metrics,
  access: HealthAccess,
): FastifyPluginAsync {
  const { host, allowedOrigins, metricsToken, isLoggedIn } = access;
  const areMetricsOpen = metricsToken === undefined && isLoggedIn === undefined;
  const knowsRequest = async (request: FastifyRequest): Promise<boolean> =>
    (metricsToken !== undefined && hasToken(request, metricsToken)) || ((await isLoggedIn?.(request)) ?? false);

  return async (server) => {
    const known = new WeakSet<FastifyRequest>();
    server.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      // A session is looked up in the database, which may be away when somebody asks how Easel is.
      if (await knowsRequest(request).catch(() => false)) known.add(request);
      const refusal = checkRequest(guardedRequest(request.method, request.headers), {
        what: "Easel's health",
        isKnownHost: (hostname) => known.has(request) || isNearbyHost(hostname, host),
        allowedOrigins,
      });
      return refusal && reply.code(403).send({ error: refusal });
    });
    server.get("/healthz", async () => ({ status: "alive" }));
    server.get("/readyz", async (_request, reply) => {
      if (!isReady()) return reply.code(503).send({ status: "the database is away" });
      const all = parts();
      return reply.send({
        status: all.every((part) => part.isUp) ? "ready" : "degraded",
        parts: Object.fromEntries(all.map(({ name, says }) => [name, says])),
      });
    });
    server.get("/metrics", async (request, reply) => {
      if (areMetricsOpen || known.has(request)) return reply.type(metrics.contentType).send(await metrics.text());
      const message = "Send METRICS_TOKEN as a bearer token, or log in at the Console.";
      return reply
        .code(401)
        .header("www-authenticate", "Bearer")
        .send({ error: { code: "login_required", message } });
    });
  };
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const [, given = ""] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

/** Equal lengths for a comparison in constant time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
