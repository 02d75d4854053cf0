import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** What IANA has given out of IPv6 for the public internet; the rest is special or nobody's. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Is this IP address one that only machines nearby can reach? What is no IP address counts as one. */
export function isPrivateAddress(address: string): boolean {
  // The library also reads spellings such as `127.1` and `0x7f.1`, which are no addresses to anyone who asks this.
  if (isIP(address) === 0) return true;
  // An IPv4 address in IPv6 clothes is taken for what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return true;
  return parsed.kind() === "ipv6" && !parsed.match(GLOBAL_UNICAST);
}

/** Is this host, of a URL or an address to listen on, the machine itself? */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname === "::1" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** The IP address that a host of a URL is; undefined of a name. */
export function addressLiteral(hostname: string): string | undefined {
  const address = hostname.replaceAll(/^\[|\]$/g, "");
  return isIP(address) === 0 ? undefined : address;
}

/** Is this host of a URL an IP address that is private? Of a name only a look-up can tell. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = addressLiteral(hostname);
  return address !== undefined && isPrivateAddress(address);
}

/**
 * The address under which members of chats elsewhere can open what is linked; undefined where there is none. One of this machine
 * or of a private network leads nowhere for them.
 */
export function openableAddress(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const { hostname } = new URL(url);
  return isLoopbackHost(hostname) || hostname.endsWith(".localhost") || isPrivateLiteral(hostname) ? undefined : url;
}

/** The name has an address that may not be connected to. */
export class HiddenAddressError extends Error {
  constructor() {
    super("the name leads to a private address");
    this.name = "HiddenAddressError";
  }
}

/** How names become addresses; the system's way unless a test has its own. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Looks names up for connections, and finds nothing when a single one of the addresses is hidden. What was looked at is what is
 * connected to: a name that leads elsewhere the next time (DNS rebinding) is looked at again then. Of hosts that are addresses
 * already nothing is looked up.
 */
export function lookupExcept(isHidden: (address: string) => boolean, resolve: ResolveName = systemLookup) {
  const look: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.some(({ address }) => isHidden(address))) return callback(new HiddenAddressError(), []);
      callback(null, addresses);
    });
  };
  return look;
}

/** The same for everything that is not public. */
export const lookupPublic: LookupFunction = lookupExcept(isPrivateAddress);
