import ipaddr from "ipaddr.js";
import { ConfigError } from "../lib/errors.ts";

/** Which reverse proxies are trusted about a request's origin. */
export type TrustProxy =
  /** This many proxies form a chain in front of Easel, and nothing reaches Easel past them. */
  | { readonly hops: number }
  /** Proxies with these addresses, or in these networks. */
  | { readonly addresses: readonly string[] };

const MAX_HOPS = 10;
const MIN_TOKEN_CHARACTERS = 16;

/** Reads `TRUST_PROXY`; undefined: no proxy is trusted. */
export function trustProxy(given: string | undefined): TrustProxy | undefined {
  if (given === undefined) return undefined;
  if (/^\d+$/.test(given)) {
    const hops = Number(given);
    if (hops === 0) return undefined;
    if (hops <= MAX_HOPS) return Object.freeze({ hops });
  }
  const addresses = given.split(",").flatMap((part) => part.trim() || []);
  if (addresses.length === 0 || !addresses.every(isAddress)) {
    throw new ConfigError(
      "TRUST_PROXY",
      `TRUST_PROXY is “${given}”; set it to the number of proxies in front of Easel, e.g. 1, or to their addresses, e.g. 10.0.0.5,192.168.0.0/16.`,
    );
  }
  return Object.freeze({ addresses: Object.freeze(addresses) });
}

/** An IP address, or a network such as `10.0.0.0/8`. A network of all addresses is refused: it would trust everyone. */
function isAddress(text: string): boolean {
  if (!text.includes("/")) return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return ipaddr.isValidCIDR(text) && !text.endsWith("/0");
}

/** Reads `METRICS_TOKEN`, which is sent in a header. */
export function metricsToken(given: string | undefined): string | undefined {
  if (given === undefined || (given.length >= MIN_TOKEN_CHARACTERS && /^[\x21-\x7e]+$/.test(given))) return given;
  throw new ConfigError(
    "METRICS_TOKEN",
    `METRICS_TOKEN is shorter than ${MIN_TOKEN_CHARACTERS} characters, or contains a space or a character that headers can't carry; create one with: openssl rand -hex 32`,
  );
}
