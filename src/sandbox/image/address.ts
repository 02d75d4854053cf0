import { BlockList, isIP } from "node:net";
import { GatewayRefusal } from "../errors.ts";

/** Addresses that no public server has. */
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
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, "ipv6");
}

/** Is this IP address one that only machines nearby can reach? An IPv4 address in IPv6 clothes counts as what it is. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  return PRIVATE.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Is this a name or an address of the machine itself? */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "");
  return name === "localhost" || name === "::1" || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/**
 * The address of an image that the service may download: https, public, without a login
 * (`contract/image-service.md`, `invalid_image_url`). With `allowLoopback` also http on this machine, for tests.
 */
export function readImageUrl(text: string, param: string, allowLoopback: boolean): URL {
  const url = URL.parse(text);
  if (!url || url.username !== "" || url.password !== "") throw refused(param);
  if (allowLoopback && isLoopback(url.hostname) && /^https?:$/.test(url.protocol)) return url;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const local =
    isIP(name) === 0 ? !name.includes(".") || /\.(local|localhost|internal)$/.test(name) : isPrivateAddress(name);
  if (url.protocol !== "https:" || local) throw refused(param);
  return url;
}

function refused(param: string): GatewayRefusal {
  return new GatewayRefusal("invalid_image_url", { param });
}
