import { isIP } from "node:net";
import { isLoopbackHost, isPrivateAddress } from "../../lib/http/address-scope.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";

/**
 * The address of an image that the service may download: https, public, without a login
 * (`docs/gateway.md#images-error-codes`, `invalid_image_url`). With `allowLoopback` also http on this machine, for tests.
 */
export function readImageUrl(text: string, param: string, allowLoopback: boolean): URL {
  const url = URL.parse(text);
  if (!url || url.username !== "" || url.password !== "") throw refused(param);
  if (allowLoopback && isLoopbackHost(url.hostname) && /^https?:$/.test(url.protocol)) return url;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const local =
    isIP(name) === 0 ? !name.includes(".") || /\.(local|localhost|internal)$/.test(name) : isPrivateAddress(name);
  if (url.protocol !== "https:" || local) throw refused(param);
  return url;
}

function refused(param: string): GatewayRefusal {
  return new GatewayRefusal("invalid_image_url", { param });
}
