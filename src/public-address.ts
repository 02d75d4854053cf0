import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Networks that are not the public internet. Source: IANA's special-purpose address registries. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  // The first holds the unspecified address, the loopback and the old way to write IPv4 addresses.
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  // Tunnels whose addresses hold an IPv4 address.
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, "ipv6");
}

/** Is this IP address one that only machines nearby can reach? What is no IP address counts as one. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  // Node takes an IPv4 address in IPv6 clothes for what it is.
  return family === 0 || PRIVATE.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Is this host, of a URL or an address to listen on, the machine itself? */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname === "::1" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Is this host of a URL an IP address that is private? Of a name only a look-up can tell. */
export function isPrivateLiteral(hostname: string): boolean {
  const address = hostname.replaceAll(/^\[|\]$/g, "");
  return isIP(address) !== 0 && isPrivateAddress(address);
}

/** Looks a name up for a connection, and finds nothing when one of its addresses is private. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const isHidden = addresses?.some(({ address }) => isPrivateAddress(address)) ?? false;
    callback(error ?? (isHidden ? new Error("the name leads to a private address") : null), addresses);
  });
};
