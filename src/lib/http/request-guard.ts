import type { IncomingHttpHeaders } from "node:http";
import { addressLiteral, isLoopbackHost } from "./address-scope.ts";

/**
 * Protects a server on this machine that has no log-in: other web pages in the same browser must neither read from it
 * nor act through it. The Host check stops names that were made to point here (DNS rebinding), and the Origin check
 * stops requests from other pages (CSRF).
 */
export interface GuardRules {
  /** What is protected, as the refusal names it. */
  readonly what: string;
  /** Whether it is reachable by that host name besides loopback. In lower case; IPv6 with brackets. */
  readonly isKnownHost: (hostname: string) => boolean;
  /** Its origins besides loopback, e.g. `https://easel.example`. */
  readonly allowedOrigins: readonly string[];
}

export interface GuardedRequest {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site` and `Sec-Fetch-Mode`, which browsers set and pages can't. */
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
}

export interface Refusal {
  readonly code: "host_refused" | "origin_refused";
  readonly message: string;
}

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Undefined for a request that may pass. */
export function checkRequest(request: GuardedRequest, rules: GuardRules): Refusal | undefined {
  const host = hostOf(`http://${request.host ?? ""}`);
  const allowedHosts = new Set(rules.allowedOrigins.map((origin) => hostOf(origin)?.host));
  const isKnown = (known: URL): boolean =>
    LOOPBACK.test(known.hostname) || allowedHosts.has(known.host) || rules.isKnownHost(known.hostname);
  if (!host || !isKnown(host)) {
    return { code: "host_refused", message: `${rules.what} can't be reached under this host name.` };
  }
  const refused: Refusal = {
    code: "origin_refused",
    message: `${rules.what} accepts requests from its own page only.`,
  };
  if (request.origin !== undefined) {
    const own = hostOf(request.origin)?.host === host.host || rules.allowedOrigins.includes(request.origin);
    return own ? undefined : refused;
  }
  const foreign = request.fetchSite === "cross-site" || request.fetchSite === "same-site";
  // A link from elsewhere may lead here; it shows the page only to the person who follows it.
  const followedLink = request.method === "GET" && request.fetchMode === "navigate";
  return foreign && !followedLink ? refused : undefined;
}

/**
 * Whether a server that listens on `host` can be reached by that name. True for its own name and, unless `host` is loopback, for
 * any IP address and any name without a dot, which machines on a local network have. No page on the internet can have such a
 * name.
 */
export function isNearbyHost(hostname: string, host: string): boolean {
  if (hostname === host.toLowerCase()) return true;
  return !isLoopbackHost(host) && (addressLiteral(hostname) !== undefined || !hostname.includes("."));
}

/** The parts of a request that the guard checks. */
export function guardedRequest(method: string, headers: IncomingHttpHeaders): GuardedRequest {
  return {
    method,
    host: headers.host,
    origin: headers.origin,
    fetchSite: headerText(headers["sec-fetch-site"]),
    fetchMode: headerText(headers["sec-fetch-mode"]),
  };
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}

function hostOf(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
