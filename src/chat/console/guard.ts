/**
 * The walls around a server on this machine that has no login: other web pages in the same browser must neither read
 * from it nor act through it. The Host wall stops names that were made to point here (DNS rebinding), the Origin wall
 * stops requests of other pages (CSRF).
 */
export interface GuardRules {
  /** With a password the login is the wall, and the machine may go by any name. */
  readonly anyHost: boolean;
  /** Origins the Console is reached by beside loopback, e.g. `https://easel.example`. */
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
export function judgeRequest(request: GuardedRequest, rules: GuardRules): Refusal | undefined {
  const host = hostOf(`http://${request.host ?? ""}`);
  const allowedHosts = rules.allowedOrigins.map((origin) => hostOf(origin)?.host);
  if (!host || !(rules.anyHost || LOOPBACK.test(host.hostname) || allowedHosts.includes(host.host))) {
    return { code: "host_refused", message: "The Console is not reached by this address." };
  }
  const refused: Refusal = { code: "origin_refused", message: "The Console takes requests from its own page only." };
  if (request.origin !== undefined) {
    const own = hostOf(request.origin)?.host === host.host || rules.allowedOrigins.includes(request.origin);
    return own ? undefined : refused;
  }
  const foreign = request.fetchSite === "cross-site" || request.fetchSite === "same-site";
  // A link from elsewhere may lead here; that shows the page to its reader and to nobody else.
  const followedLink = request.method === "GET" && request.fetchMode === "navigate";
  return foreign && !followedLink ? refused : undefined;
}

function hostOf(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/** Headers of every answer. Mantine sets its variables by style elements; nothing else is inline. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
