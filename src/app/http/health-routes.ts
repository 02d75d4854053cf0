import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { guardedRequest, isNearbyHost, checkRequest } from "../../lib/http/request-guard.ts";
import type { Meters } from "../metrics/meters.ts";
import type { Part } from "../service-status.ts";

/** Who may read metrics, and the addresses of this server. */
export interface HealthAccess {
  /** The address that the server listens on. */
  readonly host: string;
  /** Other origins of this server, such as that of `PUBLIC_URL`. */
  readonly allowedOrigins: readonly string[];
  /** `METRICS_TOKEN`. */
  readonly metricsToken: string | undefined;
  /** Whether a request has a Console session; undefined if the Console has no password. */
  readonly isLoggedIn: ((request: FastifyRequest) => Promise<boolean>) | undefined;
}

/**
 * Health and metrics. Web pages can't read them through a visitor's browser: the host name must be known, unless the request has
 * a session or the token, which such a page lacks. Metrics require a session or the token if either is configured.
 *
 * `trouble`: why a request that arrives now could not be stored. An external service that is down or refuses us is reported, but
 * Easel stays ready, because the rest still works.
 */
export function healthRoutes(
  trouble: () => string | undefined,
  parts: () => readonly Part[],
  metrics: Pick<Meters, "contentType" | "text">,
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
      // The session lookup needs the database, which may be down when an operator checks Easel's health.
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
      const why = trouble();
      if (why !== undefined) return reply.code(503).send({ status: why });
      const all = parts();
      return reply.send({
        status: all.every((part) => part.isUp) ? "ready" : "degraded",
        parts: Object.fromEntries(all.map(({ name, summary }) => [name, summary])),
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

/** Hashed so that both have the same length, for a constant-time comparison. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
