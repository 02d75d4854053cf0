import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Providers give each customer at least such a network, so its addresses count as one visitor. */
const IPV6_NETWORK_BITS = 64;

/**
 * The unit by which requests are counted: an IPv4 address, or the /64 of an IPv6 address. An IPv4 address written as IPv6 is
 * the IPv4 address. Everything else counts as one network, because its sender could send something new each time.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%", 1);
  if (isIP(plain) === 0) return "unknown";
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK_BITS}`).toString()}/${IPV6_NETWORK_BITS}`;
}
