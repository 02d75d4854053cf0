import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The part of IPv6 that IANA has assigned to the public internet; the rest is special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is outside the public internet. Anything but an IP address counts as private, too. */
export function isPrivateAddress(address: string): boolean {
  // The library also reads spellings such as `127.1` and `0x7f.1`, which no caller means as addresses.
  if (isIP(address) === 0) return true;
  // An IPv4 address written as IPv6 is treated as IPv4.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return true;
  return parsed.kind() === "ipv6" && !parsed.match(GLOBAL_UNICAST);
}

/** Whether this host, of a URL or of an address to listen on, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname === "::1" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** The IP address in a URL's host; undefined for a name. */
export function addressLiteral(hostname: string): string | undefined {
  const address = hostname.replaceAll(/^\[|\]$/g, "");
  return isIP(address) === 0 ? undefined : address;
}

/** Whether this host of a URL is a private IP address. For a name, only a look-up can tell. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = addressLiteral(hostname);
  return address !== undefined && isPrivateAddress(address);
}

/** Whether a URL leads each machine to itself. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return isLoopbackHost(hostname) || hostname.endsWith(".localhost");
}

/**
 * The address under which chat members elsewhere can open links. Undefined if there is none, because addresses of this
 * machine or of a private network don't work for them.
 */
export function openableAddress(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  return isLoopbackUrl(url) || isPrivateLiteral(new URL(url).hostname) ? undefined : url;
}

/** A name has an address that Easel may not connect to. */
export class HiddenAddressError extends Error {
  constructor() {
    super("the name resolves to a private address");
    this.name = "HiddenAddressError";
  }
}

/** Resolves a name. Defaults to the system's resolver; tests replace it. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves names for connections, and finds nothing if even one of the addresses is hidden. The checked address is the one that
 * is connected to; a name that resolves differently the next time (DNS rebinding) is checked again then. Hosts that are already
 * addresses are not looked up.
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

/** `lookupExcept` for every address that is not public. */
export const lookupPublic: LookupFunction = lookupExcept(isPrivateAddress);
