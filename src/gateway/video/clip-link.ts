import { addressOf } from "../http/address.ts";
import { isLoopbackHost, isPrivateLiteral } from "../../lib/http/address-scope.ts";

/** Where a clip can be downloaded. */
export interface ClipLink {
  readonly url: URL;
  /** Path and query exactly as the gateway wrote them: they are signed. */
  readonly target: string;
  /** Connect to public addresses only. */
  readonly publicOnly: boolean;
}

/**
 * Resolves a task's signed link: absolute, or relative to the base URL. Another host than the base's needs https and a public
 * address, or must be this machine if the base is too. A link to the base's host by http is used by https if the base is, because
 * gateways behind a proxy write such links. Undefined for any other link. Source: `docs/gateway.md#videos-task-object` and
 * `#videos-endpoints`, rule 2.
 */
export function clipLink(baseUrl: string, given: string): ClipLink | undefined {
  // A URI is visible ASCII. The parser would drop or rewrite other characters, which breaks the signature.
  if (!/^[\x21-\x7e]+$/.test(given)) return undefined;
  const base = addressOf(baseUrl, "/");
  const text = absolute(base, given);
  const url = URL.parse(text);
  const target = /^https?:\/\/[^/?#\\]+(\/[^#]*)/i.exec(text)?.[1];
  if (!url || target === undefined || url.username !== "" || url.password !== "") return undefined;
  if (url.origin === base.origin) return { url, target, publicOnly: false };
  if (url.protocol === "http:" && url.host === base.host) {
    return { url: new URL(base.origin + target), target, publicOnly: false };
  }
  if (isLoopbackHost(base.hostname) && isLoopbackHost(url.hostname)) return { url, target, publicOnly: false };
  if (url.protocol !== "https:" || isPrivateLiteral(url.hostname)) return undefined;
  return { url, target, publicOnly: true };
}

/** The address to which a link redirects, by the same rules. Undefined if it may not be followed. */
export function redirectedLink(baseUrl: string, from: ClipLink, location: string | undefined): ClipLink | undefined {
  if (!location) return undefined;
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(location);
  const to = clipLink(baseUrl, isAbsolute ? location : (URL.parse(location, from.url.href)?.href ?? ""));
  // Another host must not lead back to an address that is only for the gateway.
  return to && { ...to, publicOnly: to.publicOnly || from.publicOnly };
}

/** A path is below the base URL, whether or not it repeats the base's own. */
function absolute(base: URL, given: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(given)) return given;
  if (given.startsWith("//")) return base.protocol + given;
  const ownPath = base.pathname.slice(0, -1);
  if (!given.startsWith("/")) return `${base.origin}${ownPath}/${given}`;
  return given.startsWith(`${ownPath}/`) ? base.origin + given : base.origin + ownPath + given;
}
